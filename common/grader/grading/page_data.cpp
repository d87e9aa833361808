/// @file
/// Collects, and decides nothing. What is large is cut: a page should open at once.
#include "grader/grading/page_data.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include "grader/grading/launch_data.hpp"
#include "grader/grading/timetable_data.hpp"
#include "grader/lab/own_headers.hpp"
#include "grader/report/work_log.hpp"
#include "grader/support/text.hpp"
#include "grader/support/text_file.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kLongestSide = 128;  // pixels of a wrong output that a page shows

/// Every file of the student's that the lab is built from.
json sources(const Grading& grading) {
  json list = json::array();
  std::set<std::string> seen;
  for (const StageConfig& stage : grading.config.stages)
    if (seen.insert(stage.file).second)
      list.push_back(source_of(stage_path(grading.options, grading.config, stage)));
  const fs::path folder = fs::path(source_folder(grading.options)) / grading.config.lab;
  for (const std::string& header : own_headers(folder)) list.push_back(source_of(folder / header));
  return list;
}

/// The card whose rates the page compares counts with; null if the kit lacks its file.
json card_of(const std::string& root) {
  return json::parse(build::read_text(root + "/common/grader/cards/h200.json"), nullptr, false);
}

/// Of each stage's functions the largest observed call, which tells most about its memory.
json launches(const Grading& grading, const std::vector<Case>& cases) {
  std::map<std::pair<std::string, std::string>, std::size_t> largest;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseRecord& record = grading.cases[i];
    if (!record.observations || record.observations->launches.empty()) continue;
    const auto [known, is_new] = largest.try_emplace({record.stage, cases[i].call.function}, i);
    if (!is_new && record.values > grading.cases[known->second].values) known->second = i;
  }
  json list = json::array();
  for (const StageConfig& stage : grading.config.stages) {
    for (const auto& [function, index] : largest) {
      if (function.first != stage.id) continue;
      const CaseRecord& record = grading.cases[index];
      for (const LaunchObservations& launch : record.observations->launches) {
        json one = counted_launch(launch);
        one["stage"] = stage.id;
        one["case"] = record.name;
        list.push_back(std::move(one));
      }
    }
  }
  return list;
}

/// Numbers of 32 bits, little-endian, in base64: a tenth of their digits.
std::string packed(const Image<double>& image, int left, int top, int width, int height) {
  std::string bytes;
  for (int y = top; y < top + height; ++y)
    for (int x = left; x < left + width; ++x)
      for (int c = 0; c < image.channels(); ++c) {
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(image.at(x, y, c)));
        for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 255);
      }
  return base64(bytes);
}

/// One digit for each pixel: 0 right, 1 wrong, 2 never written.
std::string states(const WrongOutput& output, int left, int top, int width, int height) {
  std::string text;
  for (int y = top; y < top + height; ++y)
    for (int x = left; x < left + width; ++x)
      text += output.unwritten.at(x, y) != 0 ? '2' : output.wrong.at(x, y) != 0 ? '1' : '0';
  return text;
}

/// Where a part of at most kLongestSide pixels begins that has `middle` in it.
int begin_of_part(int side, int middle) {
  return std::clamp(middle - kLongestSide / 2, 0, std::max(0, side - kLongestSide));
}

json picture_of(const WrongOutput& output, const Case& asked, const CaseRecord& record) {
  const int width = std::min(record.width, kLongestSide);
  const int height = std::min(record.height, kLongestSide);
  const int left = begin_of_part(record.width, record.comparison.worst_x);
  const int top = begin_of_part(record.height, record.comparison.worst_y);
  json picture = {{"stage", record.stage},
                  {"case", record.name},
                  {"image", {record.width, record.height}},
                  {"channels", record.channels},
                  {"left", left},
                  {"top", top},
                  {"width", width},
                  {"height", height},
                  {"tolerance", asked.tolerance},
                  {"worst", {record.comparison.worst_x, record.comparison.worst_y}},
                  {"expected", packed(asked.expected, left, top, width, height)},
                  {"got", packed(output.got, left, top, width, height)},
                  {"states", states(output, left, top, width, height)}};
  if (asked.weights.columns > 0)
    picture["window"] = {asked.weights.columns,
                         int(asked.weights.values.size()) / asked.weights.columns};
  if (record.observations && !record.observations->launches.empty()) {
    const LaunchObservations& last = record.observations->launches.back();
    // Only where each pixel has a thread does the grid lie on the picture.
    if (has_thread_for_each_pixel(last, record.width, record.height)) picture["block"] = last.block;
  }
  return picture;
}

json replay_of(const RecordedCall& call, const CaseRecord& record) {
  json list = json::array();
  for (const LaunchObservations& launch : call.launches) {
    if (!launch.recording.is_null()) list.push_back(recorded_launch(launch));
  }
  return {{"stage", record.stage}, {"case", record.name}, {"why", call.why},
          {"warp", call.warp},     {"line", call.line},   {"launches", list}};
}

}  // namespace

json page_data(const Grading& grading, const std::vector<Case>& cases,
               const std::vector<WrongOutput>& pictures,
               const std::optional<RecordedCall>& recorded) {
  json page = {{"schema", kPageSchema},
               {"sources", sources(grading)},
               {"launches", launches(grading, cases)},
               {"timetables", timetables(grading.config, grading.cases)},
               {"pictures", json::array()},
               {"replay", nullptr}};
  for (const WrongOutput& output : pictures)
    page["pictures"].push_back(
        picture_of(output, cases[output.index], grading.cases[output.index]));
  page["counts"] = counted_stages(page);
  // Where students have no solutions, their counts are there all the same.
  const json solution = json::parse(build::read_text(grading.options.root + "/tests/labs/" +
                                                     grading.config.lab + "/solution_counts.json"),
                                    nullptr, false);
  if (solution.is_array()) page["solution"] = solution;
  if (json card = card_of(grading.options.root); card.is_object()) page["card"] = card;
  if (recorded) page["replay"] = replay_of(*recorded, grading.cases[recorded->index]);
  return page;
}

}  // namespace kit::grader
