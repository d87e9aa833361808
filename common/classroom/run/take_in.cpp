// What an instructor sees of the intake: one line if all is well, and a line more for each thing
// that a person must decide.
#include "classroom/run/take_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "classroom/run/book_folder.hpp"
#include "classroom/run/instructor_tables.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

constexpr std::size_t kShown = 20;

bool is_without_student(const ListedSubmission& one) {
  return one.fate == Fate::unclear || one.fate == Fate::unmatched;
}

}  // namespace

ClassSource class_source(const ClassOptions& options) {
  return {options.submissions, options.layout, options.one, options.student};
}

IntakePlan intake_plan(const ClassContext& context, const Scratch& scratch) {
  return {context.root + "/labs", context.labs, context.all_labs,
          sandboxed_unpacker(context, scratch)};
}

void print_intake(const ClassIntake& intake) {
  std::printf("%s.\n", intake.summary.c_str());
  for (const std::string& remark : intake.remarks) std::printf("%s.\n", remark.c_str());
}

bool print_without_student(const ClassIntake& intake, const std::string& out) {
  const std::size_t count = intake.without_student();
  if (count == 0) return true;
  std::size_t shown = 0;
  for (const ListedSubmission& one : intake.list) {
    if (out.empty() || !is_without_student(one) || ++shown > kShown) continue;
    std::printf("  %s: %s: %s%s%s\n", to_string(one.fate).c_str(), one.name.c_str(),
                one.why.c_str(), one.student.empty() ? "" : "; may be: ", one.student.c_str());
  }
  std::printf("%zu %s not graded%s%s; name %s in the roster's column submission\n", count,
              count == 1 ? "submission was" : "submissions were", out.empty() ? "" : ", see ",
              out.empty() ? "" : (out + "/submissions.csv").c_str(), count == 1 ? "it" : "them");
  return false;
}

int run_dry(const ClassOptions& options) {
  InstructorTables tables(options, grader::kit_root() + "/labs");
  if (std::filesystem::exists(book_path(options.out))) {
    Gradebook book(book_path(options.out), Gradebook::ReadOnly());
    tables.inherit_roster(kept_standing(book, {}).students);
  }
  const ClassContext context = make_class_context(options);
  const Scratch scratch;
  const ClassIntake intake =
      take_class(class_source(options), tables.roster(), intake_plan(context, scratch));
  print_intake(intake);
  const std::string text = intake_text(intake);
  std::fputs(text.c_str(), stdout);
  std::size_t absent = 0;
  for (const Student& student : tables.roster())
    if (intake.students.count(student.id) == 0) {
      ++absent;
      std::printf("no submission: %s\n", grader::escaped(student.id).c_str());
    }
  std::printf("Dry run, nothing is graded: %zu students with a submission, %zu without\n",
              intake.students.size(), absent);
  return print_without_student(intake, "") ? kExitPassed : kExitNotPassed;
}

}  // namespace kit::classroom
