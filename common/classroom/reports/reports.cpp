// Which reports a class run leaves where. Every file is written anew each time: a report that was
// kept from an earlier run would show grades that the gradebook no longer has.
#include "classroom/reports/reports.hpp"

#include <algorithm>
#include <filesystem>

#include "classroom/reports/similarity.hpp"
#include "classroom/support/file_name.hpp"
#include "kit/atomic_file.hpp"

namespace kit::classroom {
namespace {

/// One student's files, in a folder of the student's own.
void write_student(const ReportPlan& plan, const std::string& id,
                   const std::vector<ScoredGrade>& own) {
  const std::string folder = plan.out + "/students/" + file_name(id);
  const std::vector<ScoredGrade> shown = student_view(own);
  std::filesystem::create_directories(folder);
  write_atomically(folder + "/report.md", student_markdown(shown));
  write_atomically(folder + "/report.html", student_html(shown));
  write_atomically(folder + "/results.json", gradescope_json(shown));
  if (plan.formats.count("prairielearn") > 0)
    write_atomically(folder + "/prairielearn.json", prairielearn_json(shown));
  if (plan.formats.count("classroom50") > 0)
    write_atomically(folder + "/result.json", classroom50_json(shown));
}

/// Of a class with hidden cases, pages that hold all of them, for the instructor alone.
void write_instructors_pages(const ReportPlan& plan,
                             const std::map<std::string, std::vector<ScoredGrade>>& students) {
  const std::string folder = plan.out + "/instructor";
  std::filesystem::remove_all(folder);
  for (const auto& [id, own] : students) {
    if (std::none_of(own.begin(), own.end(),
                     [](const ScoredGrade& one) { return has_hidden_cases(one.grade); }))
      continue;
    std::filesystem::create_directories(folder);
    write_atomically(folder + "/" + file_name(id) + ".html", student_html(own));
  }
}

/// The pairs of similar submissions, and the overview with them. Last of all, since what students
/// handed in decides how much work that is: it keeps no grade from being written.
void write_similar(const ReportPlan& plan, const std::vector<Grade>& grades,
                   const std::vector<ScoredGrade>& all) {
  // A group's work is compared once.
  std::vector<Work> works;
  for (const Grade& grade : grades)
    if (grade.work.handed_in_by.empty()) works.push_back(grade.work);
  SimilarityPlan alike;
  alike.labs_folder = plan.root + "/labs";
  alike.threshold = plan.similarity;
  const Similar similar = find_similar(works, alike);
  write_atomically(plan.out + "/similar.md", similar_markdown(similar, plan.similarity));
  write_atomically(plan.out + "/index.html",
                   overview_html(all, similar_html(similar, plan.similarity), plan.submissions));
}

}  // namespace

void write_reports(const ReportPlan& plan, const std::vector<Grade>& grades) {
  const std::vector<ScoredGrade> all = score(plan, grades);
  std::map<std::string, std::vector<ScoredGrade>> students;
  for (const ScoredGrade& one : all) students[one.student.id].push_back(one);
  for (const auto& [id, own] : students) write_student(plan, id, own);
  write_instructors_pages(plan, students);
  write_atomically(plan.out + "/grades.csv", grades_csv(all));
  write_atomically(plan.out + "/submissions.csv", submissions_csv(plan.submissions));
  write_atomically(plan.out + "/junit.xml", junit_xml(all));
  write_atomically(plan.out + "/causes.html", causes_html(all));
  write_atomically(plan.out + "/index.html",
                   overview_html(all, not_searched_html(), plan.submissions));
  std::error_code none;
  std::filesystem::remove(plan.out + "/similar.md", none);
  write_similar(plan, grades, all);
}

}  // namespace kit::classroom
