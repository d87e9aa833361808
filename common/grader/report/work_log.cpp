/// @file
/// The log is for the student and, if the course asks for it, for the instructor: what was tried,
/// in which order, and what changed. It holds no source, but beside it lies the last one, which the
/// next attempt is compared with.
#include "grader/report/work_log.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "grader/report/verdict_json.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::array kRooflineCounters = {
    "flops",
    "unique_load_sectors",
    "unique_store_sectors",
    "global_load_sectors",
    "global_store_sectors",
    "shared_load_wavefronts",
    "shared_store_wavefronts",
};

std::string log_path(const std::string& folder) {
  return folder + "/log.jsonl";
}

/// The files of an attempt: name to text.
json sources_of(const json& page) {
  json sources = json::object();
  if (page.is_object() && page.contains("sources"))
    for (const json& one : page["sources"]) sources[one.at("file")] = one.at("text");
  return sources;
}

/// Over all files; those that are new count whole.
int changed_lines_of(const json& before, const json& after) {
  int sum = 0;
  for (const auto& [file, text] : after.items())
    sum += changed_lines(before.contains(file) && before[file].is_string() ? before[file] : "",
                         text.get<std::string>());
  return sum;
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  std::array<char, 32> text{};
  const std::size_t length =
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
  return {text.data(), length};
}

/// The cause of the first stage that does not pass.
const StageRecord* first_failing(const VerdictFile& verdict) {
  const auto found =
      std::find_if(verdict.stages.begin(), verdict.stages.end(), [](const StageRecord& stage) {
        return stage.verdict != Verdict::passed && stage.verdict != Verdict::not_done &&
               stage.verdict != Verdict::skipped;
      });
  return found == verdict.stages.end() ? nullptr : &*found;
}

}  // namespace

int changed_lines(const std::string& before, const std::string& after) {
  std::map<std::string, int> balance;
  std::istringstream old_lines(before), new_lines(after);
  for (std::string line; std::getline(old_lines, line);) --balance[line];
  for (std::string line; std::getline(new_lines, line);) ++balance[line];
  int added = 0, removed = 0;
  for (const auto& [line, count] : balance) (count > 0 ? added : removed) += std::abs(count);
  return std::max(added, removed);
}

json counted_stages(const json& page) {
  json stages = json::array();
  if (!page.is_object() || !page.contains("launches")) return stages;
  for (const json& launch : page["launches"]) {
    if (stages.empty() || stages.back()["stage"] != launch.at("stage"))
      stages.push_back({{"stage", launch.at("stage")},
                        {"case", launch.at("case")},
                        {"counters", json::object()}});
    json& sum = stages.back()["counters"];
    for (const char* name : kRooflineCounters)
      sum[name] =
          sum.value(name, std::uint64_t(0)) + launch.at("counters").at(name).get<std::uint64_t>();
  }
  return stages;
}

void add_to_log(const std::string& folder, const VerdictFile& verdict, const json& page) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw InputError("cannot make the folder " + folder + ": " + failed.message());
  const std::string last = folder + "/" + verdict.lab + ".last.json";
  const json before = json::parse(build::read_text(last), nullptr, false);
  const json sources = sources_of(page);
  const StageRecord* const failing = first_failing(verdict);
  const json entry = {
      {"schema", "kit/attempt/v1"},
      {"lab", verdict.lab},
      {"attempt", attempts_at(folder, verdict.lab).size() + 1},
      {"time", now()},
      {"changed_lines", before.is_object() ? json(changed_lines_of(before, sources)) : json()},
      {"verdict", to_string(verdict.verdict)},
      {"points", verdict.points.earned},
      {"bonus", verdict.points.bonus},
      {"stage", failing != nullptr ? failing->config.id : ""},
      {"cause", failing != nullptr ? failing->cause : ""},
      {"counts", counted_stages(page)}};
  std::ofstream log(log_path(folder), std::ios::app);
  log << entry.dump(-1, ' ', false, json::error_handler_t::replace) << "\n" << std::flush;
  if (!log) throw InputError("cannot write " + log_path(folder));
  write_json(last, sources);
}

std::vector<json> attempts_at(const std::string& folder, const std::string& lab) {
  std::vector<json> attempts;
  std::ifstream log(log_path(folder));
  for (std::string line; std::getline(log, line);) {
    json entry = json::parse(line, nullptr, false);
    if (entry.is_object() && entry.value("lab", json()) == lab)
      attempts.push_back(std::move(entry));
  }
  return attempts;
}

}  // namespace kit::grader
