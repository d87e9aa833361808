/// @file
/// The program `kit`: grades labs, filters pictures, shows all solutions.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "commands.hpp"
#include "grade.hpp"
#include "kit/error.hpp"
#include "kit_root.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace kit::grader {
namespace {

/// Writes all of a text, also through a pipe that is slow.
void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

int exit_code_of(const std::string& verdict) {
  if (verdict == "passed") return kExitPassed;
  return verdict == "grader_fault" ? kExitHarnessFault : kExitNotPassed;
}

/// "sigma=2.5" to a name and a value. Throws InputError.
void add_option(nlohmann::json& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("--option takes name=value, not '" + text + "'");
  options[text.substr(0, equals)] = text.substr(equals + 1);
}

/// The command line, and what it asks for.
class Program {
 public:
  Program() {
    app_.require_subcommand(1);
    add_grade();
    add_run();
    demo_ = app_.add_subcommand("demo", "grade every solution and run it on a photograph");
    demo_->add_option("--backend", demo_command_.backend, "sim or cuda");
    demo_->add_option("--seed", demo_command_.seed, "seed of the cases");
    add_inspection();
    report_ = app_.add_subcommand("report", "show a verdict.json");
    report_->add_option("file", report_path_, "the file")->required();
  }

  int run(int argc, char** argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      print(app_.help());
      return kExitPassed;
    } catch (const CLI::CallForAllHelp&) {
      print(app_.help("", CLI::AppFormatMode::All));
      return kExitPassed;
    } catch (const CLI::ParseError& error) {
      const std::string word = argc > 1 ? argv[1] : "-";
      const auto commands =
          app_.get_subcommands([&](CLI::App* command) { return command->get_name() == word; });
      if (word[0] != '-' && commands.empty()) {
        throw InputError("no command '" + word +
                         "'; there are grade, run, demo, sanitize, profile and report");
      }
      throw InputError(std::string(error.what()) + "; see kit --help");
    }
    if (*grade_) return run_grade(grade_command_);
    if (*run_) return start_picture();
    if (*demo_) return run_demo(demo_command_);
    if (*sanitize_) return run_sanitize(inspect_command_);
    if (*profile_) return run_profile(inspect_command_);
    return run_report(report_path_);
  }

 private:
  void add_grade() {
    grade_ = app_.add_subcommand("grade", "build and grade a lab");
    grade_->add_option("lab", grade_command_.lab, "02, lab02 or 02_naive")->required();
    grade_->add_option("--src", grade_command_.source, "labs, solutions or a folder");
    grade_->add_option("--backend", grade_command_.backend, "sim or cuda");
    grade_->add_option("--seed", grade_command_.seed, "seed of the cases, to repeat a grading");
    grade_->add_option("--out", grade_command_.out, "folder for verdict.json and pictures");
    grade_->add_flag("!--no-observe", grade_command_.observe,
                     "leave out the simulator's checks and counts, and the evidence with them");
    grade_->add_flag("--json", grade_command_.json, "print verdict.json, not the report");
  }

  void add_run() {
    run_ = app_.add_subcommand("run", "filter a picture with a lab's function");
    run_->add_option("--lab", picture_command_.lab, "02, lab02 or 02_naive")->required();
    run_->add_option("--image", picture_command_.image, "PNG or JPEG to read")->required();
    run_->add_option("--out", picture_command_.out, "PNG or JPEG to write")->required();
    run_->add_option("--src", picture_command_.source, "labs, solutions or a folder");
    run_->add_option("--backend", picture_command_.backend, "sim or cuda");
    run_->add_option("--filter", filter_, "name of the filter");
    run_->add_option("--border", border_, "zero or clamp");
    run_->add_option("--option", more_options_, "further settings of the lab, name=value");
  }

  void add_inspection() {
    sanitize_ = app_.add_subcommand("sanitize", "look for races and wrong accesses in a lab");
    profile_ = app_.add_subcommand("profile", "show what a lab's kernels do to memory");
    for (CLI::App* command : {sanitize_, profile_}) {
      command->add_option("lab", inspect_command_.lab, "02, lab02 or 02_naive")->required();
      command->add_option("--src", inspect_command_.source, "labs, solutions or a folder");
      command->add_option("--backend", inspect_command_.backend, "sim or cuda");
      command->add_option("--seed", inspect_command_.seed, "seed of the cases");
    }
    profile_->add_option("--card", inspect_command_.card, "card of the estimate: h200, t4, a file");
  }

  int start_picture() {
    // Given and empty is a mistake to name, not a default to take.
    if (run_->count("--filter") > 0) picture_command_.options["filter"] = filter_;
    if (run_->count("--border") > 0) picture_command_.options["border"] = border_;
    for (const std::string& option : more_options_) add_option(picture_command_.options, option);
    return run_picture(picture_command_);
  }

  CLI::App app_{"Grades CUDA labs on image filtering, with a GPU or in the simulator.", "kit"};
  CLI::App *grade_ = nullptr, *run_ = nullptr, *demo_ = nullptr, *report_ = nullptr;
  CLI::App *sanitize_ = nullptr, *profile_ = nullptr;
  InspectCommand inspect_command_;
  GradeCommand grade_command_;
  PictureCommand picture_command_;
  DemoCommand demo_command_;
  std::string report_path_, filter_, border_;
  std::vector<std::string> more_options_;
};

}  // namespace

int run_grade(const GradeCommand& command) {
  GradeOptions options;
  options.root = kit_root();
  options.lab = find_lab(options.root + "/labs", command.lab);
  options.source = command.source;
  options.out = command.out;
  options.backend = choose_backend(options.root, command.backend);
  options.seed = command.seed ? *command.seed : fresh_seed();
  options.observe = command.observe;
  const nlohmann::json verdict = grade(options);
  if (command.json)
    print(verdict.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  else
    print(report(verdict, use_colour(isatty(STDOUT_FILENO) != 0)));
  return exit_code_of(verdict.at("verdict"));
}

int run_report(const std::string& path) {
  const nlohmann::json verdict = read_verdict(path);
  print(report(verdict, use_colour(isatty(STDOUT_FILENO) != 0)));
  return exit_code_of(verdict.at("verdict"));
}

}  // namespace kit::grader

int main(int argc, char** argv) {
  try {
    return kit::grader::Program().run(argc, argv);
  } catch (const kit::Error& error) {
    std::fprintf(stderr, "kit: %s\n", error.what());
    return error.code();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kit: fault of the kit: %s\n", error.what());
    return kit::kExitHarnessFault;
  }
}
