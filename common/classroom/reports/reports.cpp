// Which reports a class run leaves where. Every file is written anew each time: a report that was
// kept from an earlier run would show grades that the gradebook no longer has.
#include "classroom/reports/reports.hpp"

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
  std::filesystem::create_directories(folder);
  write_atomically(folder + "/report.md", student_markdown(own));
  write_atomically(folder + "/report.html", student_html(own));
  write_atomically(folder + "/results.json", gradescope_json(own));
  if (plan.formats.count("prairielearn") > 0)
    write_atomically(folder + "/prairielearn.json", prairielearn_json(own));
  if (plan.formats.count("classroom50") > 0)
    write_atomically(folder + "/result.json", classroom50_json(own));
}

}  // namespace

void write_reports(const ReportPlan& plan, const std::vector<Grade>& grades) {
  const std::vector<ScoredGrade> all = score(plan, grades);
  std::map<std::string, std::vector<ScoredGrade>> students;
  for (const ScoredGrade& one : all) students[one.student.id].push_back(one);
  for (const auto& [id, own] : students) write_student(plan, id, own);
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
