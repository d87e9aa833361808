// Points of the gradebook and the instructor's tables become scores here, for all reports: two
// reports never differ in a score.
#include <fmt/format.h>

#include <algorithm>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

/// The decision of a kind on this student's lab; none if there is none in force.
std::optional<Decision> decision_on(const ReportPlan& plan, const Work& work, const char* kind) {
  const auto found =
      std::find_if(plan.decisions.begin(), plan.decisions.end(), [&](const Decision& one) {
        return one.kind == kind && one.student == work.student && one.lab == work.lab;
      });
  if (found == plan.decisions.end()) return std::nullopt;
  return *found;
}

}  // namespace

std::vector<ScoredGrade> score(const ReportPlan& plan, const std::vector<Grade>& grades) {
  std::vector<ScoredGrade> list;
  for (const Grade& grade : grades) {
    ScoredGrade one;
    one.grade = grade;
    const auto student = plan.students.find(grade.work.student);
    if (student != plan.students.end()) one.student = student->second;
    one.student.id = grade.work.student;  // known for those too who are in no roster
    one.late = penalty_of(plan.penalties, grade.work.student, grade.work.lab);
    one.raw = grade.points + grade.bonus;
    one.override = decision_on(plan, grade.work, "override");
    one.comment = decision_on(plan, grade.work, "comment");
    // What a person gave is the last word: nothing is taken off.
    one.penalty = one.override ? 0 : one.late.of(one.raw);
    one.score = one.override ? number_from(one.override->value).value_or(0) : one.raw - one.penalty;
    list.push_back(std::move(one));
  }
  return list;
}

std::string verdict_words(const Grade& grade) {
  return grade.work.unclear.empty() ? display_name(grade.verdict) : "unclear";
}

std::string reason_of(const ScoredGrade& one) {
  const bool points = one.grade.graded && one.raw > 0;
  return points ? one.grade.work.note : one.grade.headline;
}

std::string override_text(const ScoredGrade& one) {
  if (!one.override) return "";
  const std::string graded =
      one.grade.graded ? "the grader gave " + short_number(one.raw) : "the grader gave none";
  return fmt::format("{} points, given by {} on {}: {} ({})", one.override->value, one.override->by,
                     one.override->at.substr(0, 10), one.override->reason, graded);
}

std::string comment_text(const ScoredGrade& one) {
  return one.comment ? fmt::format("{} ({})", one.comment->value, one.comment->by) : "";
}

std::vector<std::pair<std::string, std::string>> remarks_of(const ScoredGrade& one) {
  std::vector<std::pair<std::string, std::string>> remarks;
  const auto add = [&](const char* heading, const std::string& text) {
    if (!text.empty()) remarks.emplace_back(heading, text);
  };
  // Of what was not submitted the headline says it already.
  if (one.grade.work.submitted) add("Note", one.grade.work.note);
  std::string late = one.late.how;
  if (!late.empty() && one.grade.work.time_from == kTimeOfFiles)
    late += " (the time is that of the newest file)";
  if (one.penalty > 0) late += fmt::format(" ({} points less)", short_number(one.penalty));
  if (one.override && !late.empty()) late += " (does not count: points were given by hand)";
  add("Lateness", late);
  add("Points by hand", override_text(one));
  add("Comment", comment_text(one));
  return remarks;
}

}  // namespace kit::classroom
