/// Which cases a search for the wrong word asks, and what becomes of their causes.
#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/repair/repair.hpp"

using kit::grader::Case;
using kit::grader::CaseRecord;
using kit::grader::Verdict;
using kit::repair::SearchCases;

namespace {

/// Cases of one stage, and how they ended.
struct Stage {
  std::vector<Case> cases;
  std::vector<CaseRecord> records;

  CaseRecord& add(Verdict verdict, const std::string& cause) {
    Case one;
    one.stage = "kernel";
    one.expected = kit::Image<double>(8, 8);
    for (std::size_t i = 0; i < one.expected.size(); ++i) one.expected.data()[i] = double(i);
    cases.push_back(std::move(one));
    CaseRecord record;
    record.stage = "kernel";
    record.verdict = verdict;
    record.cause = cause;
    record.compared = verdict == Verdict::wrong || verdict == Verdict::passed;
    record.repeatable = true;
    records.push_back(std::move(record));
    return records.back();
  }
  CaseRecord& add_wrong(const std::string& cause) {
    CaseRecord& record = add(Verdict::wrong, cause);
    record.comparison.above_tolerance = 5;
    return record;
  }
  SearchCases asked() const { return kit::repair::cases_to_mend("kernel", cases, records); }
};

}  // namespace

TEST_CASE("a search is for what is unknown and for what is only a symptom") {
  for (const char* cause : {"unknown", "not_finite", "unwritten_pixels", "nothing_written",
                            "out_of_bounds_write", "out_of_bounds", "uninitialised_read", "race"}) {
    INFO(cause);
    Stage stage;
    stage.add(Verdict::passed, "");
    stage.add_wrong(cause);
    CHECK(stage.asked().failed.size() == 1);
    CHECK(stage.asked().passed.size() == 1);
  }
  for (const char* cause : {"flipped_filter", "race", "not_repeatable"}) {
    INFO(cause);
    Stage stage;
    stage.add_wrong(cause).repeatable = std::string(cause) == "flipped_filter";
    if (std::string(cause) != "flipped_filter") stage.add_wrong("unknown");
    CHECK(stage.asked().failed.empty());
  }
}

TEST_CASE("right values beside writes outside of a buffer are to be mended") {
  Stage stage;
  stage.add(Verdict::wrong, "out_of_bounds_write").guards.push_back({"output 0"});
  CHECK(stage.asked().failed.size() == 1);
}

TEST_CASE("cases that crashed are asked after those that returned, or alone") {
  Stage stage;
  stage.add(Verdict::crashed, "illegal_address");
  stage.add(Verdict::crashed, "segmentation_fault");
  REQUIRE(stage.asked().failed.size() == 2);
  stage.add(Verdict::crashed, "abort");
  CHECK(stage.asked().failed.size() == 3);
  stage.add_wrong("out_of_bounds_write");
  const SearchCases asked = stage.asked();
  REQUIRE(asked.failed.size() == 3);  // of many crashes two are enough
  CHECK(asked.failed[0] == &stage.cases[3]);
  Stage refused;
  refused.add(Verdict::crashed, "invalid_launch");
  CHECK(refused.asked().failed.size() == 1);
  Stage thrown;
  thrown.add(Verdict::crashed, "exception");
  CHECK(thrown.asked().failed.empty());
}

TEST_CASE("what varies with memory that was never written can be mended") {
  for (const char* cause : {"uninitialised_read", "out_of_bounds"}) {
    Stage stage;
    stage.add_wrong(cause).repeatable = false;
    CHECK(stage.asked().failed.size() == 1);
    // A model that explains another case says more than a search does.
    stage.add_wrong("incomplete_tile");
    CHECK(stage.asked().failed.empty());
    stage.add_wrong("unknown");
    CHECK(stage.asked().failed.size() == 3);
  }
}

TEST_CASE("a race is not explained by what leads round it, nor by a name that is not used") {
  for (const char* cause : {"wrong_variable", "wrong_order", "unused_name", "wrong_branch"}) {
    INFO(cause);
    Stage stage;
    stage.add_wrong("race").message = "line 3 of a.cu: two threads meet";
    kit::repair::explain_by_repair("kernel", "a.cu", {7, cause, "it is."}, stage.records);
    CHECK(stage.records[0].line == (std::string(cause) == "wrong_variable" ? 7 : 0));
    CHECK(stage.records[0].cause == "race");
  }
}

TEST_CASE("a symptom keeps its name and gets the line, a guess does not keep its own") {
  Stage stage;
  stage.add(Verdict::wrong, "out_of_bounds_write").guards.push_back({"output 0"});
  stage.add(Verdict::crashed, "illegal_address").message = "killed";
  stage.add_wrong("unknown");
  kit::repair::explain_by_repair("kernel", "a.cu", {7, "wrong_operator", "`&&` is wrong."},
                                 stage.records);
  CHECK(stage.records[0].cause == "out_of_bounds_write");
  CHECK(stage.records[1].cause == "illegal_address");
  CHECK(stage.records[1].message == "line 7 of a.cu: `&&` is wrong. Killed");
  CHECK(stage.records[2].cause == "wrong_operator");
  for (const CaseRecord& record : stage.records) CHECK(record.line == 7);
}

TEST_CASE("an array that may be too short is not explained by what leads round the access") {
  const auto line_said = [](const kit::repair::Repair& repair, const char* overrun) {
    Stage stage;
    CaseRecord& record = stage.add_wrong("unknown");
    record.observations.emplace();
    kit::grader::Finding& finding = record.observations->findings.emplace_back();
    finding.kind = kit::grader::FindingKind::out_of_bounds;
    finding.message = overrun;
    stage.add_wrong("unknown");
    kit::repair::explain_by_repair("kernel", "a.cu", repair, stage.records);
    CHECK(stage.records[0].line == stage.records[1].line);
    return stage.records[0].line;
  };
  const kit::repair::Repair condition = {7, "wrong_condition", "it is."};
  const kit::repair::Repair both = {7, "missing_term", "they lack.", 2};
  const kit::repair::Repair bound = {7, "wrong_bound", "one too far."};
  for (const char* own : {"writes right past the end of sums in shared memory, which has 256 bytes",
                          "index 8 is outside of an array of type float [8]"}) {
    CHECK(line_said(condition, own) == 0);
    CHECK(line_said(both, own) == 0);
    CHECK(line_said(bound, own) == 7);
  }
  CHECK(line_said(condition, "reads 4 bytes past the end of d_input") == 7);
}
