// Points of the gradebook and the instructor's table of penalties become scores here, for all
// reports: two reports never differ in a score.
#include "classroom/reports/reports.hpp"

namespace kit::classroom {

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
    one.penalty = one.late.of(one.raw);
    one.score = one.raw - one.penalty;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace kit::classroom
