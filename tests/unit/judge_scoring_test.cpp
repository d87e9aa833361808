/// @file
/// Points, stage verdicts and the lab's verdict; medians and spreads.
#include <map>
#include <string>
#include <utility>

#include "catch.hpp"
#include "grader/judge/judge.hpp"
#include "grader/judge/observe.hpp"
#include "grader/judge/timing.hpp"
#include "grader/lab/evidence.hpp"
#include "judge_records.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

Suite suite_with_evidence(bool passes) {
  Suite suite;
  suite.evidence = {{"bounds", "kernel", [passes](const std::vector<CaseResult>&) {
                       return EvidenceResult{passes, "measured", {}, false};
                     }}};
  return suite;
}

TEST_CASE("judge: a stage earns the share of its scored cases that passed") {
  const std::vector<CaseRecord> cases = {record("kernel", Verdict::passed),
                                         record("kernel", Verdict::wrong, true, "unknown"),
                                         record("kernel", Verdict::wrong, true, "shifted"),
                                         record("kernel", Verdict::passed),
                                         record("kernel", Verdict::passed, false),
                                         record("host", Verdict::passed),
                                         record("challenge", Verdict::not_done)};
  const std::vector<StageRecord> stages = judge_stages(two_stages(), cases);
  CHECK(stages[0].points == 20);
  CHECK(stages[0].verdict == Verdict::wrong);
  CHECK(stages[0].cause == "shifted");
  CHECK(stages[1].points == 45);
  CHECK(stages[2].points == 0);
}

/// The stages after ten cases of each passed, the first of which showed these findings in a case of
/// stage `stage`.
std::vector<StageRecord> stages_with(const std::string& stage, std::vector<Finding> findings) {
  std::vector<CaseRecord> cases;
  for (int i = 0; i < 10; ++i)
    for (const char* id : {"kernel", "host", "challenge"})
      cases.push_back(record(id, Verdict::passed));
  for (CaseRecord& one : cases)
    if (one.stage == stage && !findings.empty())
      one.observations = Observations{{}, std::exchange(findings, {})};
  return judge_stages(two_stages(), cases);
}

TEST_CASE("judge: undefined behaviour earns nothing, and each kind of negligence costs a quarter") {
  using enum FindingKind;
  const auto kernel = [](std::vector<Finding> findings) {
    return stages_with("kernel", std::move(findings)).at(0);
  };
  CHECK(kernel({}).points == 40);
  for (const FindingKind kind : {shared_race, out_of_bounds, divergent_barrier, host_pointer}) {
    const StageRecord stage = kernel({finding_in("naive.cu", kind)});
    CHECK(stage.verdict == Verdict::wrong);
    CHECK(stage.cause == cause_of(kind));
    CHECK(stage.points == 0);
    CHECK_FALSE(stage.results_are_right());
  }
  const StageRecord leaks =
      kernel({finding_in("naive.cu", leak, 3), finding_in("naive.cu", leak, 4)});
  CHECK(leaks.verdict == Verdict::wrong);
  CHECK(leaks.points == 30);
  CHECK(leaks.faults.size() == 1);
  CHECK(leaks.results_are_right());
  const StageRecord two =
      kernel({finding_in("naive.cu", leak), finding_in("naive.cu", unchecked_error)});
  CHECK(two.points == 20);
  CHECK(two.cause == "unchecked_error");  // nearer to a mistake
}

TEST_CASE("judge: a finding is charged to the stage whose file it is in") {
  const auto stages = stages_with("host", {finding_in("naive.cu", FindingKind::leak)});
  CHECK(stages.at(0).points == 30);
  CHECK(stages.at(1).points == 45);
  CHECK(stages.at(1).verdict == Verdict::passed);
  const auto elsewhere = stages_with("host", {finding_in("vector", FindingKind::leak)});
  CHECK(elsewhere.at(0).points == 40);
  CHECK(elsewhere.at(1).points == 33.75);
}

TEST_CASE("judge: what was found in a file before a stand-in replaced it stays that file's") {
  std::vector<CaseRecord> cases = {record("kernel", Verdict::passed),
                                   record("host", Verdict::passed),
                                   record("challenge", Verdict::passed)};
  cases[1].replaced_findings = {finding_in("naive.cu", FindingKind::global_race)};
  const std::vector<StageRecord> stages = judge_stages(two_stages(), cases);
  CHECK(stages[0].verdict == Verdict::wrong);
  CHECK(stages[0].points == 0);
  CHECK(stages[1].verdict == Verdict::passed);
  CHECK(stages[1].points == 45);
  CHECK(all_findings(cases).size() == 1);
}

TEST_CASE("judge: each kind of wrong result costs a tenth at least, and a race everything") {
  const auto points = [](const std::vector<std::string>& causes, bool scored = true) {
    std::vector<CaseRecord> cases(50, record("kernel", Verdict::passed));
    for (const std::string& cause : causes)
      cases.push_back(record("kernel", Verdict::wrong, scored, cause));
    cases.push_back(record("host", Verdict::passed));
    cases.push_back(record("challenge", Verdict::passed));
    return judge_stages(two_stages(), cases).at(0).points;
  };
  CHECK(points({"wrong_border"}) == 36);
  CHECK(points({"wrong_border", "wrong_border"}) == 36);
  CHECK(points({"wrong_border", "shifted"}) == 32);
  CHECK(points({"race"}) == 0);
  CHECK(points({"out_of_bounds"}) == 0);
  CHECK(points({"unchecked_error"}) == 36);
  // In a case that counts for nothing when it passes.
  CHECK(points({"wrong_border"}, false) == 36);
  CHECK(points({"race"}, false) == 36);
}

TEST_CASE("judge: a call that another stage takes over fails with that stage") {
  CaseRecord unknown = record("host", Verdict::wrong, true, "unknown");
  unknown.taken_over_by = "kernel";
  unknown.why_taken_over = "wide filters go to convolve()";
  CaseRecord named = unknown;
  named.cause = "shifted";
  named.message = "off by one.";
  std::vector<CaseRecord> cases = {record("kernel", Verdict::passed), unknown, named};
  explain_by_stages(two_stages(), cases);
  CHECK(cases[1].cause == "unknown");  // stage kernel passes: the fault lies elsewhere
  cases[0].verdict = Verdict::wrong;
  explain_by_stages(two_stages(), cases);
  CHECK(cases[1].cause == "other_stage");
  CHECK(cases[1].message.starts_with("wide filters go to convolve() of "));
  CHECK(cases[2].cause == "shifted");
  CHECK(cases[2].message.starts_with("off by one. But wide filters"));
}

TEST_CASE("judge: a stage all of whose cases a trivial answer passes is a fault of the kit") {
  const std::vector<CaseRecord> cases = {record("kernel", Verdict::passed, false)};
  CHECK_THROWS_AS(judge_stages(two_stages(), cases), HarnessError);
}

TEST_CASE("judge: a step that was left out is passed with what it leads to") {
  LabConfig config = two_stages();
  config.stages.insert(config.stages.begin(), {"write_x", "write_x.cu", "", 5});
  config.stages[0].step_of = "kernel";
  const auto step = [&](Verdict own, Verdict kernel) {
    const std::vector<CaseRecord> cases = {record("write_x", own), record("kernel", kernel),
                                           record("host", Verdict::passed),
                                           record("challenge", Verdict::not_done)};
    return judge_stages(config, cases).at(0);
  };
  using enum Verdict;
  CHECK(step(not_done, passed).verdict == passed);
  CHECK(step(not_done, passed).points == 5);
  CHECK(step(not_done, wrong).verdict == not_done);
  CHECK(step(not_done, wrong).points == 0);
  CHECK(step(wrong, passed).verdict == wrong);
  CHECK(step(wrong, passed).points == 0);
  CHECK(step(passed, wrong).points == 5);
}

TEST_CASE(
    "judge: a bug to find is worth all or nothing, and only evidence of its own looks at it") {
  LabConfig config = two_stages();
  config.stages.push_back({"bug", "bug.cu", "", 2, true});
  config.stages.back().find_the_bug = true;
  config.evidence.push_back({"found", "", 0});
  std::vector<CaseRecord> cases = {record("kernel", Verdict::passed),
                                   record("host", Verdict::passed),
                                   record("challenge", Verdict::passed),
                                   record("bug", Verdict::passed), record("bug", Verdict::wrong)};
  for (CaseRecord& one : cases) one.looked_at = true;
  std::map<std::string, int> seen;
  Suite suite;
  for (const std::string id : {"bounds", "found"})
    suite.evidence.push_back({id, id == "bounds" ? "kernel" : "bug",
                              [&seen, id](const std::vector<CaseResult>& results) {
                                for (const CaseResult& one : results) ++seen[id + one.stage];
                                return EvidenceResult{};
                              }});
  CHECK(judge_stages(config, cases).back().points == 0);  // not half of them: it was not found
  cases.back().verdict = Verdict::passed;
  const std::vector<StageRecord> stages = judge_stages(config, cases);
  CHECK(stages.back().points == 2);
  judge_evidence(config, suite, cases, stages);
  CHECK(seen == std::map<std::string, int>{{"boundskernel", 1},
                                           {"boundshost", 1},
                                           {"boundschallenge", 1},
                                           {"foundkernel", 1},
                                           {"foundhost", 1},
                                           {"foundchallenge", 1},
                                           {"foundbug", 2}});
}

TEST_CASE("judge: the lab's verdict is that of its worst required stage") {
  const auto verdict_of = [](Verdict kernel, Verdict host, Verdict challenge, bool evidence) {
    const std::vector<CaseRecord> cases = {record("kernel", kernel), record("host", host),
                                           record("challenge", challenge)};
    const LabConfig config = two_stages();
    const std::vector<StageRecord> stages = judge_stages(config, cases);
    return judge_lab(stages, judge_evidence(config, suite_with_evidence(evidence), cases, stages));
  };
  using enum Verdict;
  CHECK(verdict_of(passed, passed, not_done, true) == passed);
  CHECK(verdict_of(passed, passed, crashed, true) == passed);
  CHECK(verdict_of(passed, passed, passed, false) == wrong);
  CHECK(verdict_of(not_done, not_done, passed, true) == not_done);
  CHECK(verdict_of(passed, not_done, not_done, true) == not_done);
  CHECK(verdict_of(wrong, not_done, not_done, true) == wrong);
  CHECK(verdict_of(wrong, timed_out, not_done, true) == timed_out);
}

TEST_CASE("judge: evidence earns nothing while its stage is wrong") {
  const std::vector<CaseRecord> cases = {record("kernel", Verdict::wrong),
                                         record("host", Verdict::passed),
                                         record("challenge", Verdict::not_done)};
  const LabConfig config = two_stages();
  const auto stages = judge_stages(config, cases);
  const auto evidence = judge_evidence(config, suite_with_evidence(true), cases, stages);
  CHECK(evidence.at(0).verdict == Verdict::skipped);
  CHECK(evidence.at(0).points == 0);
}

TEST_CASE("judge: evidence is made from the cases that the simulator was to look at") {
  std::vector<CaseRecord> cases = {
      record("kernel", Verdict::passed), record("kernel", Verdict::passed),
      record("host", Verdict::passed), record("challenge", Verdict::not_done)};
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

TEST_CASE("judge: evidence has a message of its own for who must learn nothing of hidden cases") {
  std::vector<CaseRecord> cases = {
      record("kernel", Verdict::passed), record("kernel", Verdict::passed),
      record("host", Verdict::passed), record("challenge", Verdict::not_done)};
  const LabConfig config = two_stages();
  Suite suite;
  suite.evidence = {{"bounds", "kernel", [](const std::vector<CaseResult>& results) {
                       std::string names;
                       bool passed = true;
                       for (const CaseResult& one : results) {
                         names += one.name + ";";
                         passed &= one.name != "hidden case 1";
                       }
                       return EvidenceResult{passed, "line of " + names, {}, false};
                     }}};
  const auto message = [&](const std::string& name) {
    cases[1].name = name;
    return judge_evidence(config, suite, cases, judge_stages(config, cases)).at(0).open_message;
  };
  CHECK(message("7x7").empty());
  CHECK(message("3x3, hidden 4").find("line of ") == 0);
  CHECK(message("3x3, hidden 4").find("hidden 4") == std::string::npos);
  CHECK(message("hidden case 1").find("judged over hidden cases too") == 0);
  CHECK(message("hidden case 1").find("hidden case 1") == std::string::npos);
}

TEST_CASE("judge: counts that no honest run gives are cheating, whatever else passed") {
  const std::vector<CaseRecord> cases = {record("kernel", Verdict::passed),
                                         record("host", Verdict::passed),
                                         record("challenge", Verdict::passed)};
  const LabConfig config = two_stages();
  const auto stages = judge_stages(config, cases);
  Suite suite;
  suite.evidence = {{"bounds", "kernel", [](const std::vector<CaseResult>&) {
                       EvidenceResult result = forged_counts();
                       result.passed = true;  // must not help
                       return result;
                     }}};
  const auto evidence = judge_evidence(config, suite, cases, stages);
  CHECK(evidence.at(0).verdict == Verdict::cheated);
  CHECK(evidence.at(0).points == 0);
  CHECK(judge_lab(stages, evidence) == Verdict::cheated);
}

TEST_CASE("judge: a challenge without its own evidence loses the bonus and nothing else") {
  LabConfig config = two_stages();
  config.evidence.push_back({"fused", "", 0});
  const std::vector<CaseRecord> cases = {record("kernel", Verdict::passed),
                                         record("host", Verdict::passed),
                                         record("challenge", Verdict::passed)};
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
    CHECK(judge_lab(stages, evidence) == Verdict::passed);
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
