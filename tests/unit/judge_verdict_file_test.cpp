/// @file
/// verdict.json: what was written is what is read, and a file with a field of another type is
/// refused with the field's name.
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "error_of.hpp"
#include "grader/report/report.hpp"
#include "grader/report/verdict_json.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr Verdict kLastVerdict = Verdict::grader_fault;

CaseRecord failed_case() {
  CaseRecord record;
  record.name = "5x5 random";
  record.stage = "kernel";
  record.verdict = Verdict::wrong;
  record.cause = "shifted";
  record.message = "by one";
  record.params = {{"border", "zero"}, {"block", {32, 8}}};
  record.width = 37;
  record.height = 21;
  record.tolerance = 1e-6;
  record.compared = true;
  record.comparison.max_abs_error = std::numeric_limits<double>::infinity();
  record.comparison.got = std::nan("");
  record.comparison.expected = 0.25;
  record.comparison.above_tolerance = 3;
  record.comparison.worst_x = 5;
  record.guards = {{"output 0", 1, 2, 3, 4, 5, 6}};
  record.inputs_changed = {0, 2};
  record.observed = Verdict::timed_out;
  return record;
}

/// A verdict with every kind of entry.
VerdictFile example_file() {
  VerdictFile file;
  file.lab = "02_naive";
  file.title = "The first kernel";
  file.backend = Backend::cuda;
  file.device = DeviceDescription{"Some GPU", "9.0", 1 << 25, 132};
  file.replay = {7, "labs", "make lab02"};
  file.verdict = Verdict::wrong;
  file.headline = "0 of 1 stages pass";
  file.built = true;
  StageRecord stage;
  stage.config = {"kernel", "naive.cu", "Kernel", 40, false};
  stage.verdict = Verdict::wrong;
  stage.cause = "shifted";
  stage.passed = stage.scored_passed = 1;
  stage.cases = stage.scored = 2;
  stage.points = 20;
  stage.stand_in = {"tables.cu", "box.cu"};
  file.stages = {stage};
  file.cases = {failed_case()};
  file.evidence = {{{"bounds", "Bounds", 10},
                    "kernel",
                    Verdict::wrong,
                    "left them",
                    {{"checked", 5}, {"ratio", 0.5, "kernel"}},
                    0}};
  Finding race;
  race.kind = FindingKind::shared_race;
  race.place = {"a.cu", 3};
  race.other = SourcePlace{"a.cu", 9};
  race.related = {{"the barrier", {"a.cu", 5}}};
  file.stages[0].faults = {{race, 1}};
  file.stages[0].config.step_of = "host";
  file.findings = {{race, "5x5 random", 4}};
  TimingRecord row;
  row.name = "large";
  row.student_ms = 2;
  row.cpu_one_thread_ms = 10;
  row.counts = row.verified = true;
  file.timing = {row};
  file.points = {20, 50, 0, 5};
  file.next = "look at naive.cu";
  return file;
}

TEST_CASE("judge: verdict.json comes back as it was written") {
  const json written = to_json(example_file());
  const VerdictFile file = verdict_file_from(json::parse(written.dump()));
  CHECK(to_json(file) == written);
  CHECK(report(file, false) == report(example_file(), false));
  CHECK(std::isinf(file.cases.at(0).comparison.max_abs_error));
  CHECK(std::isnan(file.cases.at(0).comparison.got));
  CHECK(file.timing.at(0).speedup() == 5);
  CHECK(written["evidence"][0]["measured"] == json({{"checked", 5}, {"kernel", {{"ratio", 0.5}}}}));
}

TEST_CASE("judge: a class's verdict has nothing that tells the seed") {
  VerdictFile file = example_file();
  file.replay.reset();
  const json written = to_json(file);
  for (const char* key : {"seed", "source", "replay"}) CHECK_FALSE(written.contains(key));
  CHECK_FALSE(verdict_file_from(written).replay);
}

/// What reading says after one field was replaced.
std::string complaint(const std::string& place, const json& value) {
  json file = to_json(example_file());
  file[json::json_pointer(place)] = value;
  return error_of([&] { verdict_file_from(file); });
}

TEST_CASE("judge: a verdict.json with a field of another type is refused by its name") {
  const json whole = to_json(example_file());
  for (const auto& [key, content] : whole.items()) {
    if (key == "seed" || key == "schema") continue;
    INFO(key << " was " << content.dump());
    const json other = content.is_number() ? json("text") : json(-1.5);
    CHECK(complaint("/" + key, other).starts_with("not a whole verdict: "));
  }
  CHECK(complaint("/verdict", "splendid") == "not a whole verdict: there is no verdict 'splendid'");
  CHECK(complaint("/cases/0/width", 1e30).find("'width'") != std::string::npos);
  CHECK(complaint("/cases/0/values", -1).find("'values'") != std::string::npos);
  CHECK(complaint("/cases/0/width", 5000000000).find("'width'") != std::string::npos);
  CHECK(complaint("/findings/0/kind", "sloth").find("'kind'") != std::string::npos);
}

TEST_CASE("judge: verdicts have a name each, and an order") {
  int worst = -1;
  for (int value = 0; value <= static_cast<int>(kLastVerdict); ++value) {
    const auto verdict = static_cast<Verdict>(value);
    CHECK(verdict_from(to_string(verdict)) == verdict);
    worst = std::max(worst, severity(verdict));
  }
  CHECK(worst == severity(Verdict::grader_fault));
  CHECK_FALSE(verdict_from(""));
  CHECK_FALSE(verdict_from("Passed"));
  CHECK(severity(Verdict::passed) < severity(Verdict::not_done));
  CHECK(severity(Verdict::skipped) < severity(Verdict::wrong));
  CHECK(severity(Verdict::forbidden) < severity(Verdict::cheated));
}

}  // namespace
}  // namespace kit::grader
