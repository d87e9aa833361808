// JUnit XML, which CI systems show: a suite for each lab of each student, with a test case for each
// grading case and each piece of evidence. A wrong output is a failure, whatever kept a case from
// an output an error, and what was not tried is skipped.
#include <fmt/format.h>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

/// Text of an XML attribute or element; characters that XML cannot hold are gone in html() already.
std::string xml(const std::string& text) {
  return html(text);
}

std::string property(const std::string& name, const std::string& value) {
  return fmt::format("        <property name=\"{}\" value=\"{}\"/>\n", name, xml(value));
}

/// How a grading case ended: nothing if it passed, else one element.
std::string case_outcome(const grader::CaseRecord& row) {
  using grader::Verdict;
  if (row.verdict == Verdict::passed) return "";
  if (row.verdict == Verdict::skipped || row.verdict == Verdict::not_done)
    return fmt::format("       <skipped message=\"{}\"/>\n",
                       xml(display_name(row.verdict) + " " + row.message));
  const bool wrong = row.verdict == Verdict::wrong;
  return fmt::format("       <{} type=\"{}\" message=\"{}\"/>\n", wrong ? "failure" : "error",
                     wrong ? xml(row.cause) : to_string(row.verdict), xml(row.message));
}

std::string case_element(const std::string& lab, const grader::CaseRecord& row) {
  return fmt::format("      <testcase classname=\"{}\" name=\"{}\" time=\"{}\">\n",
                     xml(lab + "." + row.stage), xml(row.name), shown(row.seconds)) +
         "       <properties>\n" + property("max_abs_error", shown_error(row)) +
         property("tolerance", shown(row.tolerance)) + "       </properties>\n" +
         case_outcome(row) + "      </testcase>\n";
}

std::string evidence_outcome(const grader::EvidenceRecord& row) {
  using grader::Verdict;
  if (row.verdict == Verdict::passed) return "";
  return fmt::format("       <{} message=\"{}\"/>\n",
                     row.verdict == Verdict::skipped ? "skipped" : "failure type=\"evidence\"",
                     xml(row.message));
}

std::string evidence_element(const std::string& lab, const grader::EvidenceRecord& row) {
  return fmt::format("      <testcase classname=\"{}\" name=\"{}\">\n{}      </testcase>\n",
                     xml(lab + ".evidence"), xml(row.config.title), evidence_outcome(row));
}

/// The one test case of a lab of which no case was run.
std::string build_element(const Grade& grade) {
  const bool skipped = grade.verdict == grader::Verdict::not_done || !grade.graded;
  return fmt::format(
      "      <testcase classname=\"{}\" name=\"build\">\n       <{} message=\"{}\"/>\n"
      "      </testcase>\n",
      xml(grade.work.lab), skipped ? "skipped" : "error", xml(grade.headline));
}

std::string test_cases(const Grade& grade) {
  if (!grade.graded || !grade.detail || grade.detail->cases.empty()) return build_element(grade);
  std::string text;
  for (const auto& row : grade.detail->cases) text += case_element(grade.work.lab, row);
  for (const auto& row : grade.detail->evidence) text += evidence_element(grade.work.lab, row);
  return text;
}

std::string suite_properties(const ScoredGrade& one) {
  const double speedup = best_speedup(one.grade);
  return property("verdict", to_string(one.grade.verdict)) +
         property("score", short_number(one.score)) +
         property("max_score", short_number(one.grade.max_points)) +
         property("sandbox", one.grade.tier) +
         property("speedup", speedup > 0 ? short_number(speedup) : "needs a GPU");
}

}  // namespace

std::string junit_xml(const std::vector<ScoredGrade>& grades) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"class\">\n";
  for (const ScoredGrade& one : grades)
    text += fmt::format(
        "    <testsuite name=\"{}\">\n      <properties>\n{}      </properties>\n{}"
        "    </testsuite>\n",
        xml(one.grade.work.student + "." + one.grade.work.lab), suite_properties(one),
        test_cases(one.grade));
  return text + "</testsuites>\n";
}

}  // namespace kit::classroom
