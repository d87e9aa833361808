// What earns points, one entry each. Course systems differ in their formats but not in this list,
// so that the formats and student_report.cpp only write it down.
#include "classroom/reports/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr int kMaxFailures = 5;

/// The cases of a stage that do not pass, a line each; of many the first few.
std::string failures_of(const grader::VerdictFile& detail, const grader::StageRecord& stage) {
  std::string text;
  int failed = 0;
  for (const grader::CaseRecord& one : detail.cases) {
    if (one.stage != stage.config.id || one.verdict == grader::Verdict::passed) continue;
    if (++failed > kMaxFailures) continue;
    text += one.name + ": " + display_name(one.verdict);
    if (one.compared)
      text +=
          fmt::format(", max-abs-error {} (tolerance {})", shown_error(one), shown(one.tolerance));
    if (!one.message.empty()) text += ". " + one.message;
    text += "\n";
  }
  if (failed > kMaxFailures) text += fmt::format("and {} more cases\n", failed - kMaxFailures);
  return text;
}

Check check_of(const grader::VerdictFile& detail, const grader::StageRecord& stage) {
  Check check;
  check.id = stage.config.id;
  check.name = stage.config.file + ": " + stage.config.title;
  check.verdict = stage.verdict;
  check.points = stage.points;
  check.max_points = stage.config.points;
  check.bonus = stage.config.challenge;
  if (stage.cases > 0)
    check.message = fmt::format("{} of {} cases pass\n", stage.passed, stage.cases);
  if (const std::string replaced = stand_in_text(detail, stage); !replaced.empty())
    check.message += replaced + "\n";
  check.message += failures_of(detail, stage);
  if (check.message.empty()) check.message = display_name(check.verdict) + "\n";
  return check;
}

Check check_of(const grader::EvidenceRecord& entry) {
  Check check;
  check.id = entry.config.id;
  check.name = "evidence: " + entry.config.title;
  check.verdict = entry.verdict;
  check.points = entry.points;
  check.max_points = entry.config.points;
  check.message = entry.message + "\n";
  return check;
}

}  // namespace

std::string display_name(grader::Verdict verdict) {
  if (verdict == grader::Verdict::build_failed) return "does not compile";
  if (verdict == grader::Verdict::forbidden) return "used something forbidden";
  std::string text = to_string(verdict);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string shown(double value) {
  if (std::isnan(value)) return "nan";
  return fmt::format("{:.3g}", value);
}

std::string shown_error(const grader::CaseRecord& record) {
  return record.compared ? shown(record.comparison.max_abs_error) : "-";
}

std::string build_log(const Grade& grade, std::size_t max_bytes) {
  if (!grade.detail) return "";
  std::string log = grade.detail->build_log;
  if (log.size() > max_bytes) log = log.substr(0, max_bytes) + "\n[more was left out]\n";
  return log;
}

double best_speedup(const Grade& grade) {
  double best = 0;
  if (!grade.detail) return best;
  for (const grader::TimingRecord& row : grade.detail->timing) best = std::max(best, row.speedup());
  return best;
}

std::vector<Check> checks_of(const Grade& grade) {
  std::vector<Check> checks;
  if (grade.graded && grade.detail) {
    for (const grader::StageRecord& stage : grade.detail->stages)
      checks.push_back(check_of(*grade.detail, stage));
    for (const grader::EvidenceRecord& entry : grade.detail->evidence)
      checks.push_back(check_of(entry));
  }
  if (checks.empty())
    checks.push_back({"all", "everything", grade.verdict, grade.points, grade.max_points, false,
                      grade.headline + "\n"});
  return checks;
}

}  // namespace kit::classroom
