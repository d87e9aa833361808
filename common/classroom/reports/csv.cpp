// The class as a table in CSV, with the columns of nbgrader's gradebook, which other course systems
// import too, and behind them how a score came about.
#include <fmt/format.h>

#include "classroom/reports/reports.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

const char* status_of(const ScoredGrade& one) {
  if (!one.grade.work.unclear.empty()) return one.scored() ? "graded" : "unclear";
  if (!one.scored()) return "grader_fault";
  return one.grade.work.submitted ? "graded" : "not_submitted";
}

/// A number of points; an empty field if there is none, since a fault of the grader is no zero.
std::string points_field(bool there, double points) {
  return there ? short_number(points) : "";
}

}  // namespace

std::string grades_csv(const std::vector<ScoredGrade>& grades) {
  std::string text =
      "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
      "late_submission_penalty,score,max_score,grading_status,lateness,override,comment,group,"
      "reason\n";
  for (const ScoredGrade& one : grades) {
    for (const std::string& field :
         {one.grade.work.lab, one.late.due, one.grade.work.time, one.student.id,
          one.student.last_name, one.student.first_name, one.student.email})
      text += csv(field) + ",";
    text += fmt::format("{},{},{},{},{}", points_field(one.grade.graded, one.raw),
                        short_number(one.penalty), points_field(one.scored(), one.score),
                        points_field(one.grade.graded, one.grade.max_points), status_of(one));
    for (const std::string& field :
         {one.late.how, override_text(one), comment_text(one), one.student.group, reason_of(one)})
      text += "," + csv(field);
    text += "\n";
  }
  return text;
}

}  // namespace kit::classroom
