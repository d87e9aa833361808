/// @file
/// Points, stage verdicts and the lab's verdict; medians and spreads.
#include "catch.hpp"
#include "evidence.hpp"
#include "judge.hpp"
#include "kit/error.hpp"
#include "observe.hpp"
#include "timing.hpp"
#include "verdict.hpp"

namespace kit::grader {
namespace {

LabConfig two_stages() {
  LabConfig config;
  config.lab = "02_naive";
  config.stages = {{"kernel", "naive.cu", "", 40, false},
                   {"host", "host.cu", "", 45, false},
                   {"challenge", "challenge.cu", "", 10, true}};
  config.evidence = {{"bounds", "", 15}};
  return config;
}

CaseRecord record(const std::string& stage, const std::string& verdict, bool scored = true,
                  const std::string& cause = "") {
  CaseRecord one;
  one.name = stage + " case";
  one.stage = stage;
  one.verdict = verdict;
  one.scored = scored;
  one.cause = cause;
  return one;
}

Suite suite_with_evidence(bool passes) {
  Suite suite;
  suite.evidence = {{"bounds", "kernel", [passes](const std::vector<CaseResult>&) {
                       return EvidenceResult{passes, "measured", {}, false};
                     }}};
  return suite;
}

TEST_CASE("judge: a stage earns the share of its scored cases that passed") {
  const std::vector<CaseRecord> cases = {record("kernel", verdict::kPassed),
                                         record("kernel", verdict::kWrong, true, "unknown"),
                                         record("kernel", verdict::kWrong, true, "shifted"),
                                         record("kernel", verdict::kPassed),
                                         record("kernel", verdict::kPassed, false),
                                         record("host", verdict::kPassed),
                                         record("challenge", verdict::kNotDone)};
  const std::vector<StageRecord> stages = judge_stages(two_stages(), cases);
  CHECK(stages[0].points == 20);
  CHECK(stages[0].verdict == verdict::kWrong);
  CHECK(stages[0].cause == "shifted");
  CHECK(stages[1].points == 45);
  CHECK(stages[2].points == 0);
}

TEST_CASE("judge: a call that another stage takes over fails with that stage") {
  CaseRecord unknown = record("host", verdict::kWrong, true, "unknown");
  unknown.taken_over_by = "kernel";
  unknown.why_taken_over = "wide filters go to convolve()";
  CaseRecord named = unknown;
  named.cause = "shifted";
  named.message = "off by one.";
  std::vector<CaseRecord> cases = {record("kernel", verdict::kPassed), unknown, named};
  explain_by_stages(two_stages(), cases);
  CHECK(cases[1].cause == "unknown");  // stage kernel passes: the fault lies elsewhere
  cases[0].verdict = verdict::kWrong;
  explain_by_stages(two_stages(), cases);
  CHECK(cases[1].cause == "other_stage");
  CHECK(cases[1].message.starts_with("wide filters go to convolve() of "));
  CHECK(cases[2].cause == "shifted");
  CHECK(cases[2].message.starts_with("off by one. But wide filters"));
}

TEST_CASE("judge: what was presumed gives way to what the simulator found") {
  const auto explained = [](const char* cause, bool presumed, const char* kind) {
    CaseRecord one = record("kernel", verdict::kWrong, true, cause);
    one.presumed = presumed;
    one.observations["findings"] = {
        {{"kind", "leak"}, {"file", "a.cu"}, {"line", 1}, {"message", "never freed"}},
        {{"kind", "shared_race"}, {"file", "a.cu"}, {"line", 2}, {"message", "races"}},
        {{"kind", kind}, {"file", "/f/a.cu"}, {"line", 3}, {"message", "is wrong"}}};
    std::vector<CaseRecord> cases = {one};
    explain_by_findings(cases);
    return cases[0];
  };
  CHECK(explained("race", true, "out_of_bounds").cause == "out_of_bounds");
  CHECK(explained("race", true, "out_of_bounds").message == "line 3 of a.cu: is wrong");
  CHECK(explained("race", true, "leak").message == "line 2 of a.cu: races");
  CHECK(explained("not_finite", true, "uninitialised_read").cause == "uninitialised_read");
  CHECK(explained("incomplete_tile", true, "uninitialised_read").cause == "incomplete_tile");
  CHECK(explained("incomplete_tile", true, "global_race").cause == "race");
  CHECK(explained("shifted", false, "out_of_bounds").cause == "shifted");
}

TEST_CASE("judge: a stage all of whose cases a trivial answer passes is a fault of the kit") {
  const std::vector<CaseRecord> cases = {record("kernel", verdict::kPassed, false)};
  CHECK_THROWS_AS(judge_stages(two_stages(), cases), HarnessError);
}

TEST_CASE("judge: the lab's verdict is that of its worst required stage") {
  const auto verdict_of = [](const char* kernel, const char* host, const char* challenge,
                             bool evidence) {
    const std::vector<CaseRecord> cases = {record("kernel", kernel), record("host", host),
                                           record("challenge", challenge)};
    const LabConfig config = two_stages();
    const std::vector<StageRecord> stages = judge_stages(config, cases);
    return judge_lab(stages, judge_evidence(config, suite_with_evidence(evidence), cases, stages));
  };
  using namespace verdict;
  CHECK(verdict_of(kPassed, kPassed, kNotDone, true) == kPassed);
  CHECK(verdict_of(kPassed, kPassed, kCrashed, true) == kPassed);
  CHECK(verdict_of(kPassed, kPassed, kPassed, false) == kWrong);
  CHECK(verdict_of(kNotDone, kNotDone, kPassed, true) == kNotDone);
  CHECK(verdict_of(kPassed, kNotDone, kNotDone, true) == kNotDone);
  CHECK(verdict_of(kWrong, kNotDone, kNotDone, true) == kWrong);
  CHECK(verdict_of(kWrong, kTimedOut, kNotDone, true) == kTimedOut);
}

TEST_CASE("judge: evidence earns nothing while its stage is wrong") {
  const std::vector<CaseRecord> cases = {record("kernel", verdict::kWrong),
                                         record("host", verdict::kPassed),
                                         record("challenge", verdict::kNotDone)};
  const LabConfig config = two_stages();
  const auto stages = judge_stages(config, cases);
  const auto evidence = judge_evidence(config, suite_with_evidence(true), cases, stages);
  CHECK(evidence.at(0).verdict == verdict::kSkipped);
  CHECK(evidence.at(0).points == 0);
}

TEST_CASE("judge: evidence is made from the cases that the simulator was to look at") {
  std::vector<CaseRecord> cases = {
      record("kernel", verdict::kPassed), record("kernel", verdict::kPassed),
      record("host", verdict::kPassed), record("challenge", verdict::kNotDone)};
  cases[1].looked_at = false;
  const LabConfig config = two_stages();
  std::size_t seen = 0;
  Suite suite;
  suite.evidence = {{"bounds", "kernel", [&seen](const std::vector<CaseResult>& results) {
                       seen = results.size();
                       return EvidenceResult{true, "measured", {}, false};
                     }}};
  judge_evidence(config, suite, cases, judge_stages(config, cases));
  CHECK(seen == 3);
}

TEST_CASE("judge: counts that no honest run gives are cheating, whatever else passed") {
  const std::vector<CaseRecord> cases = {record("kernel", verdict::kPassed),
                                         record("host", verdict::kPassed),
                                         record("challenge", verdict::kPassed)};
  const LabConfig config = two_stages();
  const auto stages = judge_stages(config, cases);
  Suite suite;
  suite.evidence = {{"bounds", "kernel", [](const std::vector<CaseResult>&) {
                       EvidenceResult result = forged_counts();
                       result.passed = true;  // must not help
                       return result;
                     }}};
  const auto evidence = judge_evidence(config, suite, cases, stages);
  CHECK(evidence.at(0).verdict == verdict::kCheated);
  CHECK(evidence.at(0).points == 0);
  CHECK(judge_lab(stages, evidence) == verdict::kCheated);
}

TEST_CASE("judge: a challenge without its own evidence loses the bonus and nothing else") {
  LabConfig config = two_stages();
  config.evidence.push_back({"fused", "", 0});
  const std::vector<CaseRecord> cases = {record("kernel", verdict::kPassed),
                                         record("host", verdict::kPassed),
                                         record("challenge", verdict::kPassed)};
  for (const bool fused : {true, false}) {
    Suite suite = suite_with_evidence(true);
    suite.evidence.push_back({"fused", "challenge", [fused](const std::vector<CaseResult>&) {
                                return EvidenceResult{fused, "measured", {}, false};
                              }});
    std::vector<StageRecord> stages = judge_stages(config, cases);
    const auto evidence = judge_evidence(config, suite, cases, stages);
    withhold_bonus(stages, evidence);
    CHECK(stages[0].points == 40);
    CHECK(stages[2].points == (fused ? 10 : 0));
    CHECK(judge_lab(stages, evidence) == verdict::kPassed);
  }
}

TEST_CASE("judge: a median and its spread") {
  const Sample odd = summarise({5, 1, 3, 2, 4});
  CHECK(odd.median == 3);
  CHECK(odd.spread == Approx(2.0 / 3));
  CHECK(summarise({2, 4}).median == 3);
  CHECK(summarise({7}).spread == 0);
  CHECK_THROWS_AS(summarise({}), HarnessError);
}

}  // namespace
}  // namespace kit::grader
