/// @file
/// What a worker answers. Its process holds the student's code, so that every field may be forged:
/// whatever comes is either taken with its type or refused with FormatError, and never anything
/// else.
#include <limits>

#include "catch.hpp"
#include "grader/protocol/protocol.hpp"
#include "grader/results/reply.hpp"
#include "grader/support/json_fields.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

const char* const kCounterNames[] = {"global_load_requests",
                                     "global_load_sectors",
                                     "global_load_bytes",
                                     "global_store_requests",
                                     "global_store_sectors",
                                     "global_store_bytes",
                                     "global_atomic_requests",
                                     "global_atomic_sectors",
                                     "global_atomic_bytes",
                                     "shared_load_requests",
                                     "shared_load_wavefronts",
                                     "shared_load_ideal",
                                     "shared_store_requests",
                                     "shared_store_wavefronts",
                                     "shared_store_ideal",
                                     "shared_atomic_requests",
                                     "constant_requests",
                                     "constant_replays",
                                     "constant_copied_requests",
                                     "constant_copied_sectors",
                                     "constant_copied_bytes",
                                     "local_requests",
                                     "local_bytes",
                                     "texture_requests",
                                     "surface_load_requests",
                                     "surface_store_requests",
                                     "divergent_branches",
                                     "barriers",
                                     "blocks",
                                     "warps",
                                     "threads",
                                     "working_threads",
                                     "storing_threads",
                                     "working_warps",
                                     "flops",
                                     "unique_load_sectors",
                                     "unique_store_sectors",
                                     "most_thread_bytes",
                                     "block_load_sectors"};

/// A report as the simulator writes it. The n-th counter is n.
json honest_report() {
  json counters;
  int number = 0;
  for (const char* name : kCounterNames) counters[name] = number++;
  const json place = {{"file", "a.cu"}, {"line", 7},  {"space", "shared"}, {"access", "write"},
                      {"requests", 8},  {"units", 9}, {"ideal", 8},        {"divergences", 0}};
  const json launch = {{"kernel", "convolve"}, {"function", "convolve"},
                       {"arguments", "00ff"},  {"file", "a.cu"},
                       {"line", 40},           {"grid", {3, 2, 1}},
                       {"block", {32, 8, 1}},  {"dynamic_shared_bytes", 512},
                       {"counters", counters}, {"places", {place}}};
  const json finding = {{"kind", "shared_race"},
                        {"message", "a barrier is missing"},
                        {"position", "kernel convolve"},
                        {"count", 12},
                        {"file", "a.cu"},
                        {"line", 7},
                        {"related", {{{"note", "here"}, {"file", "a.cu"}, {"line", 9}}}},
                        {"other_file", "a.cu"},
                        {"other_line", 9}};
  const json copy = {{"kind", "to_device"},   {"what", "cudaMemcpyAsync"},
                     {"bytes", 4096},         {"pageable", false},
                     {"stream", 0},           {"device", 0},
                     {"from_device", 0},      {"after", json::array()},
                     {"file", "a.cu"},        {"line", 39},
                     {"needs", json::array()}};
  json kernel = copy;
  kernel["kind"] = "kernel";
  kernel["after"] = kernel["needs"] = {0};
  const json traffic = {
      {"to_host", 4096}, {"from_host", 100}, {"file", "/f/naive.cu"}, {"line", 9}};
  return {{"launches", {launch, launch}},
          {"findings", {finding}},
          {"operations", {copy, kernel}},
          {"host_traffic", traffic}};
}

json honest_result() {
  const json guard = {{"buffer", "output 0"}, {"before", 0}, {"nearest_before", 0},
                      {"furthest_before", 0}, {"after", 3},  {"nearest_after", 1},
                      {"furthest_after", 8}};
  return {{"milliseconds", {0.0, 1.5}},
          {"late_milliseconds", {0, 0}},
          {"copy_milliseconds", 0.5},
          {"guards", {guard}},
          {"inputs_changed", {1}}};
}

/// Places of all values of a JSON text, e.g. "/launches/0/kernel".
void add_places(const json& value, const std::string& here, std::vector<std::string>& places) {
  if (!here.empty()) places.push_back(here);
  if (value.is_object())
    for (const auto& [key, inner] : value.items()) add_places(inner, here + "/" + key, places);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i)
      add_places(value[i], here + "/" + std::to_string(i), places);
}

/// Every field in turn replaced by a value of each other type, or taken out. `read` must refuse all
/// of them but those that are of the field's own type.
template <typename Read>
int refused(const json& honest, Read read) {
  const json forged[] = {nullptr,
                         true,
                         -1,
                         1.5,
                         "text",
                         json::array({json::array()}),
                         json::object({{"a", 1}}),
                         std::numeric_limits<std::uint64_t>::max()};
  std::vector<std::string> places;
  add_places(honest, "", places);
  int count = 0;
  for (const std::string& place : places) {
    const json& original = honest[json::json_pointer(place)];
    for (const json& value : forged) {
      if (value.type() == original.type() || (value.is_number() && original.is_number())) continue;
      json changed = honest;
      changed[json::json_pointer(place)] = value;
      INFO(place << " = " << value.dump());
      CHECK_THROWS_AS(read(changed), FormatError);
      ++count;
    }
  }
  return count;
}

TEST_CASE("judge: the simulator's report has every counter in its place") {
  const Observations seen = observations_from(honest_report().dump());
  REQUIRE(seen.launches.size() == 2);
  const LaunchObservations& launch = seen.launches[0];
  CHECK(launch.counters.global_load_requests == 0);
  CHECK(launch.counters.global_load_sectors == 1);
  CHECK(launch.counters.flops == 34);
  CHECK(launch.counters.unique_store_sectors == 36);
  CHECK(total(seen, &LaunchCounters::flops) == 68);
  CHECK(launch.grid[0] == 3);
  CHECK(launch.block[1] == 8);
  CHECK(launch.lines.at(0).space == MemorySpace::shared);
  CHECK(launch.lines.at(0).access == AccessKind::write);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == FindingKind::shared_race);
  CHECK(seen.findings[0].other == SourcePlace{"a.cu", 9});
  CHECK(to_json(seen.findings[0]) == honest_report()["findings"][0]);
}

TEST_CASE("judge: a report with a field of another type is refused") {
  const auto read = [](const json& report) { return observations_from(report.dump()); };
  CHECK(refused(honest_report(), read) > 300);
  json large = honest_report();
  large["launches"][0]["counters"]["flops"] = std::numeric_limits<std::uint64_t>::max();
  CHECK(total(read(large), &LaunchCounters::flops) > 1e19);
  large["launches"][0]["counters"]["flops"] = -1;
  CHECK_THROWS_AS(read(large), FormatError);
  json unknown = honest_report();
  unknown["findings"][0]["kind"] = "no such kind";
  CHECK_THROWS_AS(read(unknown), FormatError);
  CHECK(read(honest_report()).operations.at(1).after == std::vector<int>{0});
  for (const json& after : {json{1}, json{2}, json{-1}, json{"0"}}) {
    json circular = honest_report();
    circular["operations"][1]["after"] = after;
    CHECK_THROWS_AS(read(circular), FormatError);
  }
  json endless = honest_report();
  endless["operations"][0]["bytes"] = std::uint64_t(1) << 60;
  CHECK_THROWS_AS(read(endless), FormatError);
  json flat = honest_report();
  flat["launches"][0]["grid"] = {1, 2};
  CHECK_THROWS_AS(read(flat), FormatError);
}

TEST_CASE("judge: a text that is no report is refused") {
  for (const std::string text : {"", "[]", "null", "{", "{}", "{\"launches\":[]}"})
    CHECK_THROWS_AS(observations_from(text), FormatError);
  // A value as deep as this overflows the stack of whoever copies it.
  const std::string deep = std::string(400000, '[') + std::string(400000, ']');
  CHECK_THROWS_AS(observations_from("{\"launches\":" + deep + ",\"findings\":[]}"), FormatError);
}

TEST_CASE("judge: a result with a field of another type is refused") {
  const auto read = [](const json& reply) { return worker_result_from(reply, 2); };
  const WorkerResult result = read(honest_result());
  CHECK(result.milliseconds == std::vector<double>{0, 1.5});
  CHECK(result.guards.at(0).furthest_after == 8);
  CHECK(result.inputs_changed == std::vector<int>{1});
  CHECK(refused(honest_result(), read) > 60);
  json many = honest_result();
  many["guards"] = json(json::array_t(1000, many["guards"][0]));
  CHECK_THROWS_AS(read(many), FormatError);
}

TEST_CASE("judge: a description names functions and, but for plain C++, a device") {
  const json device = {{"name", "GPU"}, {"compute_capability", "9.0"}, {"l2_bytes", 1}, {"sms", 2}};
  const json functions = {{{"name", "convolve"}, {"inputs", "input weights"}}};
  const json honest = {{"functions", functions}, {"device", device}};
  CHECK(worker_description_from(honest).device->sms == 2);
  CHECK(worker_description_from(honest).functions.at(0).inputs.at(1) == "weights");
  CHECK_FALSE(
      worker_description_from({{"functions", functions}, {"device", json::object()}}).device);
  json hostile = honest;
  hostile["functions"][0]["inputs"] = "input\x1b[2J";
  CHECK_THROWS_AS(worker_description_from(hostile), FormatError);
  CHECK(refused(honest, worker_description_from) > 20);
}

/// What the judge makes of a reply's text, as it arrives in a frame: each way to take it ends with
/// a value or a FormatError. Returns how many took it.
int takers_of(const std::string& text) {
  const json reply = parse_object(text);
  int taken = 0;
  const auto take = [&](auto read) {
    try {
      read();
      ++taken;
    } catch (const FormatError&) {
      return;
    }
  };
  take([&] { worker_description_from(reply); });
  take([&] { worker_result_from(reply, 1); });
  take([&] { worker_failure_from(reply); });
  take([&] { observations_from(text); });
  return taken;
}

TEST_CASE("judge: hostile JSON in a reply is taken or refused, and nothing else") {
  std::string many = "{";
  for (int i = 0; i < 60000; ++i) many += "\"k" + std::to_string(i) + "\":" + "[],";
  many += "\"kind\":\"exception\",\"where\":\"\",\"name\":\"\",\"text\":\"\"}";
  REQUIRE(many.size() < kMaxJsonBytes);
  CHECK(takers_of(many) == 1);
  json report = honest_report();
  report["launches"] = json::array();
  report["findings"] = json::array();
  CHECK(takers_of(std::string(400000, ' ') + report.dump()) == 1);
  std::string lists = "{\"functions\": [";
  for (int i = 0; i < 200000; ++i) lists += "[],";
  CHECK(takers_of(lists + "[]]}") == 0);
  // Of a name that comes twice the last one counts.
  CHECK(takers_of(R"({"kind": 1, "kind": "k", "where": "", "name": "", "text": ""})") == 1);
  for (const char* number : {"1e999", "-1e999", "99999999999999999999", "\"nan\"", "NaN",
                             "Infinity", "-0", "1.5", "null", "{}", "true"})
    CHECK(takers_of(R"({"milliseconds": [], "late_milliseconds": [], "copy_milliseconds": 0,
                        "guards": [], "inputs_changed": [)" +
                    std::string(number) + "]}") == (std::string(number) == "-0" ? 1 : 0));
  for (const std::string& text :
       {std::string(100000, '['), std::string(100000, '{'), "{\"a\":" + std::string(40, '['),
        std::string("{\"kind\": \"\xFF\"}"), std::string(1, '\0'), std::string()})
    CHECK(takers_of(text) == 0);
}

TEST_CASE("judge: a failure's texts are cut to what a worker sends") {
  const json reply = {{"kind", "exception"},
                      {"where", "call"},
                      {"name", std::string(1000000, 'n')},
                      {"text", std::string(1000000, 't')}};
  const WorkerFailure failure = worker_failure_from(reply);
  CHECK((failure.name.size() == 4096 && failure.text.size() == 4096));
}

}  // namespace
}  // namespace kit::grader
