// The class as a table in CSV, with the columns of nbgrader's gradebook, which other course systems
// import too.
#include <fmt/format.h>

#include "classroom/reports/reports.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

const char* status_of(const ScoredGrade& one) {
  if (!one.grade.graded) return "grader_fault";
  return one.grade.work.submitted ? "graded" : "not_submitted";
}

/// A number of points; an empty field if the grader failed, since its fault is no zero.
std::string points_field(const ScoredGrade& one, double points) {
  return one.grade.graded ? short_number(points) : "";
}

}  // namespace

std::string grades_csv(const std::vector<ScoredGrade>& grades) {
  std::string text =
      "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
      "late_submission_penalty,score,max_score,grading_status\n";
  for (const ScoredGrade& one : grades) {
    for (const std::string& field :
         {one.grade.work.lab, one.late.due, one.grade.work.time, one.student.id,
          one.student.last_name, one.student.first_name, one.student.email})
      text += csv(field) + ",";
    text += fmt::format("{},{},{},{},{}\n", points_field(one, one.raw), short_number(one.penalty),
                        points_field(one, one.score), points_field(one, one.grade.max_points),
                        status_of(one));
  }
  return text;
}

}  // namespace kit::classroom
