/// @file
/// The program `kit_class`: grades a class, or one submission, in sandboxes. It starts itself again
/// as `judge` for each submission, so that no submission can bring down the run.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

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

void add_grade(CLI::App& grade, ClassOptions& options) {
  grade.add_option("submissions", options.submissions, "folder of folders or archives")->required();
  grade.add_option("--out", options.out, "folder for the gradebook and the reports")
      ->capture_default_str();
  grade.add_option("--labs", options.labs, "which labs: 01,02 (default: all)");
  grade.add_option("--roster", options.roster, "CSV: student_id,last_name,first_name,email");
  grade.add_option("--late", options.late, "CSV: student_id,penalty[,lab,duedate]");
  grade.add_option("--hidden", options.hidden, "JSON: the seed and further cases that you keep");
  grade.add_option("--backend", options.backend, "sim or cuda");
  grade.add_option("--jobs", options.jobs, "judges at once");
  grade.add_option("--format", options.formats, "also: prairielearn, classroom50")
      ->check(CLI::IsMember({"prairielearn", "classroom50"}));
  grade.add_option("--similarity", options.similarity, "list pairs above this share, 0 to 1")
      ->capture_default_str();
  grade.add_option("--tier", options.tier, "insist on a sandbox: 1 or 2")
      ->check(CLI::IsMember({1, 2}));
  grade.add_option("--engine", options.engine, "local or slurm")
      ->check(CLI::IsMember({"local", "slurm"}));
  grade.add_option("--gpus", options.gpus, "GPUs of each Slurm task");
  grade.add_option("--student", options.student, "with --one: whose submission it is");
  grade.add_flag("--one", options.one, "the folder is one submission");
  grade.add_flag("--regrade", options.regrade, "grade again what has a grade");
  grade.add_flag("--confine", options.confine, "keep observed code to its own memory");
  grade.add_flag("--timing", options.timing, "measure speed without a GPU too");
  grade.add_flag("--no-sandbox", options.no_sandbox, "run submissions with your own rights");
  grade.add_flag("!--no-self-check", options.self_check,
                 "do not grade the reference solutions first");
  grade.add_option("--without", options.without, "leave out a defence, to test another one")
      ->check(CLI::IsMember(
          {"source", "symbols", "confinement", "network", "files", "processes", "memory"}));
}

int run(int argc, char** argv) {
  CLI::App app{"Grades a class's submissions, each in a sandbox of its own.", "kit_class"};
  app.require_subcommand(1);
  ClassOptions options;
  CLI::App* grade = app.add_subcommand("grade", "grade a folder of submissions");
  add_grade(*grade, options);
  CLI::App* judge = app.add_subcommand("judge", "grade one job from standard input (internal)");
  CLI::App* task = app.add_subcommand("task", "grade one job of a Slurm array (internal)");
  std::string spool, index;
  task->add_option("spool", spool)->required();
  task->add_option("index", index)->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const std::string text = (*grade ? grade : &app)->help();
    std::fputs(text.c_str(), stdout);
    return kExitPassed;
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string(error.what()) + "; see kit_class grade --help");
  }
  if (*judge) return run_judge();
  if (*task) return run_task(spool, index);
  split_labs(options);
  return run_class(options);
}

}  // namespace
}  // namespace kit::classroom

int main(int argc, char** argv) {
  return kit::grader::run_program("kit_class", [&] { return kit::classroom::run(argc, argv); });
}
