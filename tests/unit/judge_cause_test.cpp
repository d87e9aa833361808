/// @file
/// Which cause a case and a stage have, where several are known.
#include <string>

#include "catch.hpp"
#include "grader/judge/judge.hpp"
#include "grader/judge/last_words.hpp"
#include "grader/judge/observe.hpp"
#include "judge_records.hpp"

namespace kit::grader {
namespace {

TEST_CASE("judge: what was presumed gives way to what the simulator found") {
  const auto explained = [&](const char* cause, bool presumed, FindingKind kind) {
    CaseRecord one = record("kernel", Verdict::wrong, true, cause);
    one.presumed = one.by_pattern = presumed;
    one.observations =
        Observations{{},
                     {finding_in("a.cu", FindingKind::leak, 1),
                      finding_in("a.cu", FindingKind::shared_race, 2), finding_in("a.cu", kind)}};
    std::vector<CaseRecord> cases = {one};
    explain_by_findings(cases);
    return cases[0];
  };
  CHECK(explained("race", true, FindingKind::out_of_bounds).cause == "out_of_bounds");
  CHECK(explained("race", true, FindingKind::out_of_bounds).message == "line 3 of a.cu: is wrong");
  CHECK(explained("race", true, FindingKind::leak).message == "line 2 of a.cu: is wrong");
  CHECK(explained("not_finite", true, FindingKind::uninitialised_read).cause ==
        "uninitialised_read");
  CHECK(explained("incomplete_tile", true, FindingKind::uninitialised_read).cause ==
        "incomplete_tile");
  CHECK(explained("incomplete_tile", true, FindingKind::global_race).cause == "race");
  CHECK(explained("shifted", false, FindingKind::out_of_bounds).cause == "shifted");
  const CaseRecord certain = explained("race", true, FindingKind::out_of_bounds);
  CHECK_FALSE(certain.presumed);
  CHECK_FALSE(certain.by_pattern);
}

TEST_CASE("judge: a crash has the line that an observed program printed as it died") {
  const std::string said = "hello\n/a/b/of.cu:12: the host uses device memory\n    kind in main\n";
  CHECK(fault_in(said) == "line 12 of of.cu: the host uses device memory");
  CHECK(fault_in("of.cu:12: what happened\nno more\n").empty());
  CHECK(fault_in("of.cu:x: what happened\n    kind\n").empty());
  CHECK(fault_in("of.cu:1: \x1b[2J\n    kind\n").empty());
  CHECK(fault_in(std::string(4000000, 'a') + ":1: b\n    kind\n").empty());
  CaseRecord one = record("kernel", Verdict::crashed, true, "segmentation_fault");
  one.message = "killed";
  one.fault_when_observed = fault_in(said);
  std::vector<CaseRecord> cases = {one};
  explain_by_findings(cases);
  CHECK(cases[0].message ==
        "killed. The simulator saw: line 12 of of.cu: the host uses device memory");
}

TEST_CASE("judge: a write outside gets its line, and a wrong copy explains zeros") {
  const auto explained = [](const char* cause, FindingKind kind) {
    CaseRecord one = record("kernel", Verdict::wrong, true, cause);
    one.observations = Observations{{}, {finding_in("a.cu", kind, 3)}};
    std::vector<CaseRecord> cases = {one};
    explain_by_findings(cases);
    return cases[0];
  };
  const CaseRecord write = explained("out_of_bounds_write", FindingKind::out_of_bounds);
  CHECK(write.cause == "out_of_bounds_write");
  CHECK(write.message.rfind("line 3 of a.cu: is wrong. ", 0) == 0);
  CHECK(explained("all_zeros", FindingKind::wrong_copy).cause == "wrong_copy");
  CHECK(explained("all_zeros", FindingKind::shared_race).cause == "all_zeros");
}

TEST_CASE("judge: a race of the host's threads explains what fails by chance in other cases") {
  const auto explained = [](const char* cause, FindingKind kind) {
    std::vector<CaseRecord> cases = {record("kernel", Verdict::wrong, true, cause),
                                     record("kernel", Verdict::passed)};
    cases[0].presumed = true;
    cases[1].name = "small";
    cases[1].observations = Observations{{}, {finding_in("a.cpp", kind)}};
    explain_by_findings(cases);
    CHECK(cases[1].verdict == Verdict::passed);
    return cases[0];
  };
  const CaseRecord stale = explained("stale_state", FindingKind::host_race);
  CHECK(stale.cause == "race");
  CHECK(stale.message == "line 3 of a.cpp: is wrong (seen in the case 'small')");
  CHECK(explained("unknown", FindingKind::host_race).cause == "race");
  CHECK(explained("stale_state", FindingKind::stream_race).cause == "stream_race");
  CHECK(explained("shifted", FindingKind::host_race).cause == "shifted");
  CHECK(explained("unknown", FindingKind::global_race).cause == "unknown");
}

TEST_CASE("judge: a race explains what fails without the simulator alone") {
  // `own`: the race is seen in the case that fails, not in another one.
  const auto explained = [](Verdict observed, bool right, FindingKind kind, bool own = false) {
    std::string cause;
    // A model of a mistake may fit what is left to chance.
    for (const bool presumed : {true, false}) {
      std::vector<CaseRecord> cases = {record("kernel", Verdict::wrong, true, "missing_term"),
                                       record("kernel", Verdict::passed)};
      cases[0].presumed = presumed;
      cases[0].observed = observed;
      cases[0].right_when_observed = right;
      cases[own ? 0 : 1].observations = Observations{{}, {finding_in("a.cu", kind)}};
      explain_by_findings(cases);
      CHECK((presumed || cases[0].cause == cause));
      cause = cases[0].cause;
    }
    return cause;
  };
  CHECK(explained(Verdict::passed, true, FindingKind::stream_race) == "stream_race");
  CHECK(explained(Verdict::passed, true, FindingKind::stream_race, true) == "stream_race");
  CHECK(explained(Verdict::passed, true, FindingKind::global_race) == "race");
  CHECK(explained(Verdict::passed, false, FindingKind::stream_race) == "missing_term");
  CHECK(explained(Verdict::crashed, true, FindingKind::stream_race) == "missing_term");
  CHECK(explained(Verdict::passed, true, FindingKind::uninitialised_read) == "missing_term");
}

TEST_CASE("judge: an output that rests on undefined arithmetic is wrong, however right it looks") {
  const auto judged = [](FindingKind kind, int line) {
    CaseRecord one = record("kernel", Verdict::passed);
    one.observations = Observations{{}, {finding_in("a.cu", kind, line)}};
    std::vector<CaseRecord> cases = {one};
    explain_by_findings(cases);
    return cases[0];
  };
  const CaseRecord wrong = judged(FindingKind::undefined_arithmetic, 3);
  CHECK(wrong.verdict == Verdict::wrong);
  CHECK(wrong.cause == "undefined_arithmetic");
  CHECK(wrong.message == "line 3 of a.cu: is wrong");
  CHECK(judged(FindingKind::undefined_arithmetic, 0).verdict == Verdict::passed);
  CHECK(judged(FindingKind::leak, 3).verdict == Verdict::passed);
}

TEST_CASE("judge: a crash for an address has the cause that another case is certain of") {
  const auto cause = [](const char* crash, const char* wrong, bool presumed) {
    std::vector<CaseRecord> cases = {record("kernel", Verdict::crashed, true, crash),
                                     record("kernel", Verdict::wrong, true, wrong),
                                     record("host", Verdict::passed),
                                     record("challenge", Verdict::passed)};
    cases[1].presumed = presumed;
    return judge_stages(two_stages(), cases).at(0).cause;
  };
  CHECK(cause("illegal_address", "missing_bounds_check", false) == "missing_bounds_check");
  CHECK(cause("segmentation_fault", "race", false) == "race");  // a finding names its line
  CHECK(cause("illegal_address", "race", true) == "illegal_address");
  CHECK(cause("illegal_address", "unknown", false) == "illegal_address");
  CHECK(cause("illegal_address", "other_stage", false) == "illegal_address");
  CHECK(cause("illegal_address", "special_case", false) == "illegal_address");
  CHECK(cause("abort", "missing_bounds_check", false) == "abort");
}

TEST_CASE("judge: no race is presumed where the simulator has looked and found nothing") {
  const auto cause = [](std::optional<Verdict> observed, bool presumed) {
    CaseRecord one = record("kernel", Verdict::wrong, true, "race");
    one.presumed = presumed;
    one.observed = observed;
    one.observations = Observations{};
    std::vector<CaseRecord> cases = {one};
    explain_by_findings(cases);
    return cases[0].cause;
  };
  CHECK(cause(Verdict::passed, true) == "not_repeatable");
  CHECK(cause(Verdict::passed, false) == "race");
  CHECK(cause(Verdict::crashed, true) == "race");  // it has not seen the whole of it
  CHECK(cause(std::nullopt, true) == "race");
}

TEST_CASE("judge: a stage has the cause of the first case that knows the mistake") {
  const auto cause = [](const char* first, const char* second) {
    return judge_stages(two_stages(),
                        {record("kernel", Verdict::wrong, true, first),
                         record("kernel", Verdict::wrong, true, second),
                         record("host", Verdict::passed), record("challenge", Verdict::passed)})
        .at(0)
        .cause;
  };
  CHECK(cause("special_case", "wrong_formula") == "wrong_formula");
  CHECK(cause("wrong_formula", "special_case") == "wrong_formula");
  CHECK(cause("special_case", "unknown") == "special_case");
  CHECK(cause("unknown", "special_case") == "special_case");
  CHECK(cause("shifted", "wrong_formula") == "shifted");
}

}  // namespace
}  // namespace kit::grader
