/// @file
/// Scores with the instructor's tables, and the CSV gradebook.
#include <algorithm>
#include <filesystem>

#include "classroom/reports/reports.hpp"
#include "classroom/reports/similarity.hpp"
#include "classroom/support/file_name.hpp"
#include "grader/support/text.hpp"
#include "kit/atomic_file.hpp"

namespace kit::classroom {
namespace {

const char* status_of(const ScoredGrade& one) {
  if (!one.grade.graded) return "grader_fault";
  return one.grade.work.submitted ? "graded" : "not_submitted";
}

}  // namespace

std::vector<ScoredGrade> score(const ReportPlan& plan, const std::vector<Grade>& grades) {
  std::vector<ScoredGrade> list;
  for (const Grade& grade : grades) {
    ScoredGrade one;
    one.grade = grade;
    const auto student = plan.students.find(grade.work.student);
    if (student != plan.students.end()) one.student = student->second;
    one.student.id = grade.work.student;
    one.late = penalty_of(plan.penalties, grade.work.student, grade.work.lab);
    one.raw = grade.points + grade.bonus;
    one.penalty = one.late.of(one.raw);
    one.score = one.raw - one.penalty;
    list.push_back(std::move(one));
  }
  return list;
}

std::string grades_csv(const std::vector<ScoredGrade>& grades) {
  std::string text =
      "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
      "late_submission_penalty,score,max_score,grading_status\n";
  for (const ScoredGrade& one : grades) {
    const bool graded = one.grade.graded;
    for (const std::string& field :
         {one.grade.work.lab, one.late.due, one.grade.work.time, one.student.id,
          one.student.last_name, one.student.first_name, one.student.email})
      text += csv(field) + ",";
    // A fault of the grader is no zero.
    text += (graded ? short_number(one.raw) : "") + "," + short_number(one.penalty) + "," +
            (graded ? short_number(one.score) : "") + "," +
            (graded ? short_number(one.grade.max_points) : "") + "," + status_of(one) + "\n";
  }
  return text;
}

void write_reports(const ReportPlan& plan, const std::vector<Grade>& grades) {
  const std::vector<ScoredGrade> all = score(plan, grades);
  std::map<std::string, std::vector<ScoredGrade>> students;
  for (const ScoredGrade& one : all) students[one.student.id].push_back(one);
  for (const auto& [id, own] : students) {
    const std::string folder = plan.out + "/students/" + file_name(id);
    std::filesystem::create_directories(folder);
    write_atomically(folder + "/report.md", student_markdown(own));
    write_atomically(folder + "/report.html", student_html(own));
    write_atomically(folder + "/results.json", gradescope_json(own));
    if (plan.formats.count("prairielearn") > 0)
      write_atomically(folder + "/prairielearn.json", prairielearn_json(own));
    if (plan.formats.count("classroom50") > 0)
      write_atomically(folder + "/result.json", classroom50_json(own));
  }
  SimilarityPlan alike;
  alike.labs_folder = plan.root + "/labs";
  alike.threshold = plan.similarity;
  const std::vector<Pair> pairs = similar_pairs(plan.works, alike);
  write_atomically(plan.out + "/similar.md", pairs_markdown(pairs, plan.similarity));
  write_atomically(plan.out + "/grades.csv", grades_csv(all));
  write_atomically(plan.out + "/junit.xml", junit_xml(all));
  write_atomically(plan.out + "/index.html",
                   overview_html(all, pairs_html(pairs, plan.similarity)));
}

}  // namespace kit::classroom
