/// @file
/// Recordings are handed on to pages as they are. They come from the process that holds the
/// student's code, so that what a page would trip over is refused here.
#include "grader/results/recording.hpp"

#include <algorithm>

#include "grader/results/findings.hpp"
#include "grader/support/json_fields.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr std::size_t kLanes = 32;
constexpr std::size_t kRequestFields = 11;
enum StepKind { kLine = 0, kRequest = 1, kBarrier = 2, kDivergence = 3 };

void expect(bool holds, const char* what) {
  if (!holds) throw FormatError(std::string("a recording with ") + what);
}

bool is_base64(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '/' || c == '=';
  });
}

void check_whole_numbers(const json& list, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    expect(list[i].is_number_integer(), "a field that is no whole number");
}

void check_request(const json& step, std::size_t buffers) {
  expect(step.size() == kRequestFields, "a request of another length");
  check_whole_numbers(step, 4, 9);
  const json &buffer = step[8], &offsets = step[9], &values = step[10];
  expect(buffer.get<std::int64_t>() >= -1 && buffer.get<std::int64_t>() < std::int64_t(buffers),
         "an unknown buffer");
  expect(offsets.is_array() && offsets.size() >= 2 && offsets.size() <= kLanes,
         "offsets of no warp");
  check_whole_numbers(offsets, 0, offsets.size());
  expect(values.is_string() && is_base64(values.get_ref<const std::string&>()),
         "values that are not base64");
}

void check_step(const json& step, std::size_t places, std::size_t buffers) {
  expect(step.is_array() && step.size() >= 4, "a step that is none");
  check_whole_numbers(step, 0, 4);
  for (std::size_t i = 0; i < 4; ++i) expect(step[i].get<std::int64_t>() >= 0, "a negative field");
  expect(step[1].get<std::uint64_t>() < kLanes, "a warp that no block has");
  expect(step[2].get<std::uint64_t>() < places, "an unknown place");
  switch (step[0].get<std::int64_t>()) {
    case kRequest:
      return check_request(step, buffers);
    case kLine:
    case kBarrier:
    case kDivergence:
      return expect(step.size() == 4, "a step of another length");
    default:
      expect(false, "a step of an unknown kind");
  }
}

json buffer_from(const json& value) {
  return {{"name", text_at(value, "name")},
          {"space", text_at(value, "space")},
          {"bytes", count_at(value, "bytes")},
          {"begin", count_at(value, "begin")}};
}

}  // namespace

json recording_from(const json& value) {
  json places = json::array(), buffers = json::array();
  for (const json& place : array_at(value, "places")) {
    const SourcePlace known = place_from(place);
    places.push_back({{"file", known.file}, {"line", known.line}});
  }
  for (const json& buffer : array_at(value, "buffers")) buffers.push_back(buffer_from(buffer));
  for (const json& step : array_at(value, "steps")) check_step(step, places.size(), buffers.size());
  for (const json& folded : array_at(value, "folded")) {
    expect(folded.is_array() && folded.size() == 6, "folded requests of another length");
    check_whole_numbers(folded, 0, 6);
    expect(folded[1].get<std::uint64_t>() < places.size(), "an unknown place");
  }
  return {{"block", count_at(value, "block")},
          {"threads", count_at(value, "threads")},
          {"places", places},
          {"buffers", buffers},
          {"steps", value.at("steps")},
          {"folded", value.at("folded")}};
}

}  // namespace kit::grader
