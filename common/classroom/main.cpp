/// @file
/// The program `kit_class`: grades a class, or one submission, in sandboxes, and answers questions
/// about a gradebook. It starts itself again
/// as `judge` for each submission, so that no submission can bring down the run.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "classroom/run/book_commands.hpp"
#include "classroom/run/class_run.hpp"
#include "classroom/run/job.hpp"
#include "classroom/run/slurm.hpp"
#include "grader/support/run_program.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

/// "01,02" and "01 02" as two names each.
void split_labs(ClassOptions& options) {
  std::vector<std::string> labs;
  for (const std::string& text : options.labs) {
    std::string name;
    for (const char c : text + " ") {
      if (c != ' ' && c != ',') {
        name += c;
      } else if (!name.empty()) {
        labs.push_back(name);
        name.clear();
      }
    }
  }
  options.labs = labs;
}

void add_out(CLI::App& command, ClassOptions& options) {
  command.add_option("--out", options.out, "folder of the gradebook and the reports")
      ->capture_default_str();
}

void add_labs(CLI::App& command, ClassOptions& options) {
  command.add_option("--labs", options.labs, "which labs: 01,02 (default: all)");
}

/// What an instructor decides, beside grading and without it.
void add_tables(CLI::App& command, ClassOptions& options) {
  add_out(command, options);
  command.add_option("--roster", options.roster,
                     "CSV: student_id,last_name,first_name,email[,group,days,submission,login,"
                     "canvas_id,moodle_id,brightspace_id,github], or a gradebook of Canvas, Moodle "
                     "or Blackboard");
  command.add_option("--late", options.late, "CSV: student_id,penalty[,lab,duedate]");
  command.add_option("--due", options.due, "CSV: lab,due[,grace,late,maximum]");
  command.add_option("--extensions", options.extensions, "CSV: student_id,lab,due");
  command.add_option("--days", options.days, "free late days of each student");
  command.add_option("--override", options.overrides, "CSV: student_id,lab,points,reason[,by]");
  command.add_option("--comments", options.comments, "CSV: student_id,lab,comment[,by]");
  command.add_option("--format", options.formats, "also: prairielearn, classroom50")
      ->check(CLI::IsMember({"prairielearn", "classroom50"}));
  command.add_option("--similarity", options.similarity, "list pairs above this share, 0 to 1")
      ->capture_default_str();
}

void add_grade(CLI::App& grade, ClassOptions& options) {
  grade.add_option("submissions", options.submissions, "folder of folders or archives")->required();
  add_labs(grade, options);
  add_tables(grade, options);
  grade.add_option("--hidden", options.hidden, "JSON: the seed and further cases that you keep");
  grade.add_option("--backend", options.backend, "sim or cuda");
  grade.add_option("--jobs", options.jobs, "judges at once");
  grade.add_option("--tier", options.tier, "insist on a sandbox: 1 or 2")
      ->check(CLI::IsMember({1, 2}));
  grade.add_option("--engine", options.engine, "local or slurm")
      ->check(CLI::IsMember({"local", "slurm"}));
  grade.add_option("--gpus", options.gpus, "GPUs of each Slurm task");
  grade.add_option("--student", options.student, "with --one: whose submission it is");
  grade.add_flag("--one", options.one, "the folder is one submission");
  grade.add_option("--layout", options.layout,
                   "whose names the submissions have, if it is not seen: canvas, moodle, "
                   "brightspace, gradescope, github or plain");
  grade.add_flag("--dry-run", options.dry_run, "say how submissions are read, grade nothing");
  grade.add_flag("--regrade{1}", options.regrade,
                 "grade again what has a grade; --regrade=ann: one student's");
  grade.add_option("--quiz", options.quiz, "bonus points for the answers to make quiz, up to 10")
      ->check(CLI::Range(0.0, 10.0));
  grade.add_flag("--confine", options.confine, "keep observed code to its own memory");
  grade.add_flag("--timing", options.timing, "measure speed without a GPU too");
  grade.add_flag("--no-sandbox", options.no_sandbox, "run submissions with your own rights");
  grade.add_flag("!--no-self-check", options.self_check,
                 "do not grade the reference solutions first");
  grade.add_option("--without", options.without, "leave out a defence, to test another one")
      ->check(CLI::IsMember({"source", "symbols", "confinement", "network", "files", "processes",
                             "memory", "accesses", "calls", "host"}));
}

int run(int argc, char** argv) {
  CLI::App app{"Grades a class's submissions, each in a sandbox of its own.", "kit_class"};
  app.require_subcommand(1);
  ClassOptions options;
  CLI::App* grade = app.add_subcommand("grade", "grade a folder of submissions");
  add_grade(*grade, options);
  CLI::App* report = app.add_subcommand("report", "take tables in and write reports, no grading");
  add_tables(*report, options);
  CLI::App* show = app.add_subcommand("show", "print one student's report");
  show->add_option("student", options.student, "as in index.html")->required();
  add_out(*show, options);
  add_labs(*show, options);
  std::string before, after, table, system, column;
  CLI::App* diff = app.add_subcommand("diff", "what differs between two class runs, and why");
  diff->add_option("old", before, "folder of a run, or a gradebook")->required();
  diff->add_option("new", after, "folder of a run, or a gradebook")->required();
  diff->add_option("--csv", table, "a file for the same as CSV");
  CLI::App* fill = app.add_subcommand("export", "fill points into a course system's gradebook");
  fill->add_option("system", system, "canvas, moodle or blackboard")->required();
  fill->add_option("--template", table, "the CSV file that the system exported");
  fill->add_option("--column", column, "the column to fill, if its name does not say the lab");
  add_out(*fill, options);
  add_labs(*fill, options);
  CLI::App* judge = app.add_subcommand("judge", "grade one job from standard input (internal)");
  CLI::App* task = app.add_subcommand("task", "grade one job of a Slurm array (internal)");
  std::string spool, index;
  task->add_option("spool", spool)->required();
  task->add_option("index", index)->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto asked = app.get_subcommands();
    const std::string text = (asked.empty() ? &app : asked[0])->help();
    std::fputs(text.c_str(), stdout);
    return kExitPassed;
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string(error.what()) + "; see kit_class --help");
  }
  if (*judge) return run_judge();
  if (*task) return run_task(spool, index);
  split_labs(options);
  if (*report) return run_report(options);
  if (*show) return run_show(options);
  if (*diff) return run_diff(before, after, table);
  if (*fill) return run_export(options, system, table, column);
  return run_class(options);
}

}  // namespace
}  // namespace kit::classroom

int main(int argc, char** argv) {
  return kit::grader::run_program("kit_class", [&] { return kit::classroom::run(argc, argv); });
}
