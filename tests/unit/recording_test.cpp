#include "grader/results/recording.hpp"

#include "catch.hpp"
#include "grader/report/work_log.hpp"
#include "grader/support/json_fields.hpp"

using namespace kit::grader;
using nlohmann::json;

namespace {

json small_recording() {
  return {{"block", 3},
          {"threads", 32},
          {"places", {{{"file", "a.cu"}, {"line", 7}}}},
          {"buffers", {{{"name", "image"}, {"space", "global"}, {"bytes", 400}, {"begin", 0}}}},
          {"steps",
           {{0, 0, 0, 4294967295},
            {1, 0, 0, 7, 1, 0, 4, 1, 0, {0, 4}, "AAAA"},
            {2, 0, 0, 32},
            {3, 0, 0, 0}}},
          {"folded", {{0, 0, 1, 0, 5, 20}}}};
}

}  // namespace

TEST_CASE("a recording is handed on as it is", "[results]") {
  CHECK(recording_from(small_recording()) == small_recording());
}

TEST_CASE("a recording that a page would trip over is refused", "[results]") {
  const auto with = [](const char* pointer, const json& value) {
    json changed = small_recording();
    changed[json::json_pointer(pointer)] = value;
    return changed;
  };
  for (const auto& [pointer, value] :
       std::vector<std::pair<const char*, json>>{{"/block", -1},
                                                 {"/steps", "none"},
                                                 {"/steps/0", 5},
                                                 {"/steps/0/0", 4},
                                                 {"/steps/0/1", 32},
                                                 {"/steps/0/2", 1},
                                                 {"/steps/0/3", 1.5},
                                                 {"/steps/1/8", 1},
                                                 {"/steps/1/9", json::array({0})},
                                                 {"/steps/1/9/0", "0"},
                                                 {"/steps/1/10", "<script>"},
                                                 {"/steps/2/4", 1},
                                                 {"/folded/0/1", 1},
                                                 {"/folded/0/5", nullptr},
                                                 {"/places/0/line", "7"},
                                                 {"/buffers/0/name", 4}}) {
    INFO(pointer);
    CHECK_THROWS_AS(recording_from(with(pointer, value)), FormatError);
  }
  json without = small_recording();
  without.erase("folded");
  CHECK_THROWS_AS(recording_from(without), FormatError);
}

TEST_CASE("the size of a change is counted in lines", "[report]") {
  CHECK(changed_lines("a\nb\nc\n", "a\nb\nc\n") == 0);
  CHECK(changed_lines("a\nb\nc\n", "a\nx\nc\n") == 1);
  CHECK(changed_lines("a\nb\n", "a\nb\nc\nd\n") == 2);
  CHECK(changed_lines("a\nb\nc\n", "a\n") == 2);
  CHECK(changed_lines("", "a\na\n") == 2);
}
