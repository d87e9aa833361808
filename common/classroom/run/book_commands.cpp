// Commands that read a gradebook. Those that only read work on a copy in memory: an old gradebook
// stays as it is, and a class run may be at work meanwhile.
#include "classroom/run/book_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "classroom/reports/class_diff.hpp"
#include "classroom/reports/course_gradebook.hpp"
#include "classroom/run/book_folder.hpp"
#include "classroom/run/instructor_tables.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

/// The gradebook that a folder or a file means. Throws InputError if there is none.
std::string existing_book(const std::string& place) {
  std::string path = fs::is_directory(place) ? book_path(place) : place;
  if (!fs::exists(path))
    throw InputError(
        fmt::format("there is no gradebook '{}'; make grade SUBMISSIONS=folder makes "
                    "one",
                    fs::exists(place) ? path : place));
  return path;
}

/// The scores of grades, those of the labs that were asked for.
std::vector<ScoredGrade> scores_of(Gradebook& book, const ClassOptions& options,
                                   std::vector<Grade> grades) {
  const std::string root = grader::kit_root();
  std::vector<std::string> labs;
  for (const std::string& name : options.labs)
    labs.push_back(grader::find_lab(root + "/labs", name));
  if (!labs.empty())
    std::erase_if(grades, [&](const Grade& grade) {
      return std::find(labs.begin(), labs.end(), grade.work.lab) == labs.end();
    });
  return score(report_plan(book, options, root, grades), grades);
}

/// The scores of a gradebook, without the details of grades.
std::vector<ScoredGrade> scores_at(const std::string& place, const ClassOptions& options) {
  Gradebook book(existing_book(place), Gradebook::ReadOnly());
  return scores_of(book, options, book.grades("", false));
}

}  // namespace

int run_report(const ClassOptions& options) {
  const std::string path = existing_book(options.out), root = grader::kit_root();
  const InstructorTables tables(options, root + "/labs");
  const UniqueFd lock = lock_folder(options.out);
  Gradebook book(path);
  const std::vector<Grade> grades = book.grades();
  Standing standing = kept_standing(book, grades);
  // Whoever handed nothing in has work too: the roster adds nobody here.
  for (const Student& student : tables.roster()) {
    const auto known = standing.students.find(student.id);
    if (known != standing.students.end()) known->second = student;
  }
  tables.check(standing.students);
  tables.store_decisions(book);
  std::vector<Work> works;
  works.reserve(grades.size());
  for (const Grade& grade : grades) works.push_back(grade.work);
  if (tables.has_lateness()) standing.penalties = tables.penalties(standing.students, works);
  keep_standing(book, standing);
  write_reports(report_plan(book, options, root, grades), grades);
  std::printf("%zu grades, none given anew\nReports: %s/index.html, grades.csv, students/\n",
              grades.size(), options.out.c_str());
  return kExitPassed;
}

int run_show(const ClassOptions& options) {
  Gradebook book(existing_book(options.out), Gradebook::ReadOnly());
  Students students;
  for (const Grade& one : book.grades("", false)) students[one.work.student] = {};
  require_student(students, options.student, options.out);
  const auto grades = scores_of(book, options, book.grades(options.student));
  if (grades.empty()) throw InputError(options.student + " has no grade for these labs");
  const std::string text = student_terminal(student_view(grades));
  std::fputs(text.c_str(), stdout);
  return kExitPassed;
}

int run_diff(const std::string& before, const std::string& after, const std::string& csv) {
  const ClassDiff diff = class_diff(scores_at(before, {}), scores_at(after, {}));
  if (!csv.empty()) write_atomically(csv, diff_csv(diff));
  const std::string text = diff_text(diff);
  std::fputs(text.c_str(), stdout);
  return kExitPassed;
}

int run_export(const ClassOptions& options, const std::string& system,
               const std::string& template_path, const std::string& column) {
  const CourseSystem wanted = course_system_from(system);
  if (template_path.empty())
    throw InputError(
        fmt::format("say which file of {} to fill: TEMPLATE=file.csv, exported there", system));
  const CourseExport filled =
      fill_gradebook(wanted, template_path, scores_at(options.out, options), column);
  const std::string path = fmt::format("{}/{}.csv", options.out, system);
  std::error_code none;
  if (fs::equivalent(path, template_path, none))
    throw InputError(
        fmt::format("the template is {} itself; move it to another place first", path));
  write_atomically(path, filled.bytes);
  for (const std::string& note : filled.notes)
    std::printf("  %s\n", grader::printable(note).c_str());
  std::printf("%s: %d cells filled; import it in %s\n", path.c_str(), filled.filled,
              system.c_str());
  return kExitPassed;
}

}  // namespace kit::classroom
