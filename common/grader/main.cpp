/// @file
/// The program `kit`: grades labs, filters pictures, shows all solutions.
#include <dlfcn.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "grader/commands/commands.hpp"
#include "grader/grading/build_command.hpp"
#include "grader/grading/grade.hpp"
#include "grader/lab/backend.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/report/report.hpp"
#include "grader/report/report_style.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/report/work_log.hpp"
#include "grader/report_page/report_page.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/library.hpp"
#include "grader/support/run_program.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text_file.hpp"
#include "grader/support/visible.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// Writes all of a text, also through a pipe that is slow.
void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

int exit_code_of(Verdict verdict) {
  if (verdict == Verdict::passed) return kExitPassed;
  return verdict == Verdict::grader_fault ? kExitHarnessFault : kExitNotPassed;
}

const Commands& commands() {
  const void* const found = dlsym(load_library("commands"), "kit_commands");
  if (found == nullptr)
    throw HarnessError("build/lib/commands.so is not this kit's; run make clean");
  return *static_cast<const Commands*>(found);
}

/// "sigma=2.5" to a name and a value. Throws InputError.
void add_option(nlohmann::json& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("--option takes name=value, not '" + text + "'");
  options[text.substr(0, equals)] = text.substr(equals + 1);
}

/// "3", "3,1" or "3,1,0" as the index of a block. Throws InputError.
std::array<unsigned, 3> block_index(const std::string& text) {
  std::array<unsigned, 3> index{};
  int end = 0;
  const int found = std::sscanf(text.c_str(), "%7u%n,%7u%n,%7u%n", index.data(), &end, &index[1],
                                &end, &index[2], &end);
  if (found < 1 || text[std::size_t(end)] != '\0' || text.find('-') != std::string::npos)
    throw InputError("BLOCK= takes the index of a block, such as 3 or 3,1, not '" + text + "'");
  return index;
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
    add_study();
    add_view();
    add_build();
    add_lists();
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
    } catch (const CLI::ConversionError& error) {  // "Could not convert: --seed = abc"
      const std::string text = printable(error.what()).c_str(), mark = "convert: ";
      const std::size_t at = text.find(mark);
      throw InputError((at == std::string::npos ? text : text.substr(at + mark.size())) +
                       ": a whole number of 0 or more is wanted");
    } catch (const CLI::ParseError& error) {
      const std::string word = argc > 1 ? argv[1] : "-";
      const auto commands =
          app_.get_subcommands([&](CLI::App* command) { return command->get_name() == word; });
      if (word[0] != '-' && commands.empty()) {
        std::string names;
        for (const CLI::App* command : app_.get_subcommands({}))
          names += (names.empty() ? "" : ", ") + command->get_name();
        throw InputError("no command '" + word + "'; there are " + names);
      }
      throw InputError(std::string(printable(error.what()).c_str()) + "; see kit --help");
    }
    if (*grade_) return run_grade(grade_command_);
    if (*run_) return start_picture();
    if (*demo_) return commands().demo(demo_command_);
    if (*sanitize_) return commands().sanitize(inspect_command_);
    if (*replay_) return start_replay();
    if (*quiz_) return commands().quiz(quiz_command_);
    if (*program_page_) return commands().program_page(program_page_command_);
    if (*profile_) return commands().profile(inspect_command_);
    if (*next_) return commands().next();
    if (*progress_) return commands().progress();
    if (*hint_) return commands().hint(hint_command_);
    if (*watch_) return start_watch();
    if (*solution_) return commands().solution(solution_command_);
    if (*view_) return start_view();
    if (*build_) return run_build_lab(build_request_);
    if (*labs_) return run_labs(labs_command_);
    if (*lab_files_) return run_lab_files(lab_of_files_);
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
    grade_->add_flag("!--no-timing", grade_command_.timing, "do not measure speed");
    grade_->add_flag("!--no-page", grade_command_.page, "do not write the page in build/report");
    grade_->add_flag("--live", grade_command_.live, "a page that follows the next gradings");
    grade_->add_flag("--refresh", grade_command_.refresh, "measure the CPU's times again");
    grade_->add_flag("--json", grade_command_.json, "print verdict.json, not the report");
  }

  void add_run() {
    run_ = app_.add_subcommand("run", "filter a picture with a lab's function");
    add_picture_options(run_);
    run_->add_option("--out", picture_command_.out, "PNG or JPEG to write")->required();
  }

  void add_view() {
    view_ = app_.add_subcommand("view", "compare a lab's picture with the reference in a page");
    add_picture_options(view_);
    view_->add_option("--out", picture_command_.out, "page to write, default build/view/NN.html");
  }

  void add_picture_options(CLI::App* command) {
    command->add_option("--lab", picture_command_.lab, "02, lab02 or 02_naive")->required();
    command->add_option("--image", picture_command_.image, "PNG or JPEG to read")->required();
    command->add_option("--src", picture_command_.source, "labs, solutions or a folder");
    command->add_option("--backend", picture_command_.backend, "sim or cuda");
    command->add_option("--filter", filter_, "name of the filter");
    command->add_option("--border", border_, "zero or clamp");
    command->add_option("--option", more_options_, "further settings of the lab, name=value");
  }

  void add_study() {
    next_ = app_.add_subcommand("next", "show the next lab and its first step");
    progress_ = app_.add_subcommand("progress", "show how far each lab is");
    hint_ = app_.add_subcommand("hint", "give one more hint");
    hint_->add_option("lab", hint_command_.lab, "default: the next lab");
    hint_->add_option("--stage", hint_command_.stage, "default: the first that has not passed");
    hint_->add_flag("--again", hint_command_.again, "those that were given, once more");
    watch_ = app_.add_subcommand("watch", "grade a lab each time its files are saved");
    watch_->add_option("lab", watch_command_.lab, "default: the next lab");
    watch_->add_option("--src", watch_command_.source, "labs, solutions or a folder");
    watch_->add_option("--backend", grade_command_.backend, "sim or cuda");
    watch_->add_option("--seed", grade_command_.seed, "seed of the cases");
    quiz_ = app_.add_subcommand("quiz", "ask about what your own code does");
    quiz_->add_option("lab", quiz_command_.lab, "02, lab02 or 02_naive")->required();
    quiz_->add_option("--src", quiz_command_.source, "labs, solutions or a folder");
    quiz_->add_flag("--keys", quiz_command_.keys, "print all questions and keys as JSON");
    quiz_->add_option("--seed", quiz_command_.seed, "seed of the cases");
    solution_ = app_.add_subcommand("solution", "show the reference solution of a lab");
    solution_->add_option("lab", solution_command_.lab, "02, lab02 or 02_naive");
    solution_->add_option("--stage", solution_command_.stage,
                          "print this stage's file, or the answers");
    solution_->add_flag("--yes", solution_command_.yes, "do not ask");
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
    replay_ =
        app_.add_subcommand("replay", "record what one block of a lab's kernel does, as a page");
    replay_->add_option("lab", replay_command_.lab, "02, lab02 or 02_naive")->required();
    replay_->add_option("--src", replay_command_.source, "labs, solutions or a folder");
    replay_->add_option("--seed", replay_command_.seed, "seed of the cases");
    replay_->add_option("--stage", replay_command_.watch.stage, "default: the first that fails");
    replay_->add_option("--case", replay_command_.watch.case_name, "name of a case of the stage");
    replay_->add_option("--block", block_, "which block: x or x,y or x,y,z");
    program_page_ =
        app_.add_subcommand("program-page", "write what was seen of a program as a page");
    program_page_->add_option("source", program_page_command_.source, "its file")->required();
    program_page_
        ->add_option("--observations", program_page_command_.observations, "what was seen, as JSON")
        ->required();
    program_page_->add_option("--out", program_page_command_.out, "page to write")->required();
    profile_->add_option("--stage", inspect_command_.stage, "this stage alone");
    profile_->add_option("--card", inspect_command_.card, "card of the estimate: h200, t4, a file");
    profile_->add_option("--size", inspect_command_.size, "side of the pictures of the estimate");
  }

  void add_build() {
    build_ = app_.add_subcommand("build-lab", "build a lab's worker; leaves OUT/worker, build.log");
    build_->add_option("--lab", build_request_.lab, "02, lab02 or 02_naive")->required();
    build_->add_option("--src", build_request_.source, "folder that holds the lab's")->required();
    build_->add_option("--backend", build_request_.backend, "sim or cuda")->required();
    build_->add_option("--mode", build_request_.mode, "plain (default) or observed");
    build_->add_option("--out", build_request_.out, "folder for what is built")->required();
    build_->add_option("--stand-in", build_request_.stand_ins,
                       "link the kit's own in place of this file; OUT has a build without it");
    build_->add_option("--jobs", build_request_.compilers, "compilers at once; 0: one a core");
  }

  void add_lists() {
    labs_ = app_.add_subcommand("labs", "print the names of the labs' folders");
    labs_->add_option("lab", labs_command_.labs, "only these: 02, lab02 or 02_naive");
    labs_->add_option("--language", labs_command_.language, "only those in cpp or cuda");
    lab_files_ = app_.add_subcommand("lab-files", "print the files that a student edits");
    lab_files_->add_option("lab", lab_of_files_, "02, lab02 or 02_naive")->required();
  }

  void read_picture_options(const CLI::App* command) {
    // Given and empty is a mistake to name, not a default to take.
    if (command->count("--filter") > 0) picture_command_.options["filter"] = filter_;
    if (command->count("--border") > 0) picture_command_.options["border"] = border_;
    for (const std::string& option : more_options_) add_option(picture_command_.options, option);
  }

  int start_picture() {
    read_picture_options(run_);
    return run_picture(picture_command_);
  }

  int start_view() {
    read_picture_options(view_);
    return commands().view(picture_command_);
  }

  int start_replay() {
    if (!block_.empty()) replay_command_.watch.block = block_index(block_);
    return commands().replay(replay_command_);
  }

  int start_watch() {
    if (!grade_command_.backend.empty())
      watch_command_.options = {"--backend",
                                to_string(choose_backend(kit_root(), grade_command_.backend))};
    if (grade_command_.seed) {
      watch_command_.options.push_back("--seed");
      watch_command_.options.push_back(std::to_string(*grade_command_.seed));
    }
    return commands().watch(watch_command_);
  }

  CLI::App app_{"Grades CUDA labs on image filtering, with a GPU or in the simulator.", "kit"};
  CLI::App *grade_ = nullptr, *run_ = nullptr, *demo_ = nullptr, *report_ = nullptr;
  CLI::App *sanitize_ = nullptr, *profile_ = nullptr, *view_ = nullptr, *next_ = nullptr;
  CLI::App *replay_ = nullptr, *quiz_ = nullptr, *program_page_ = nullptr;
  CLI::App *progress_ = nullptr, *hint_ = nullptr, *watch_ = nullptr, *solution_ = nullptr;
  CLI::App *build_ = nullptr, *labs_ = nullptr, *lab_files_ = nullptr;
  BuildRequest build_request_;
  LabsCommand labs_command_;
  InspectCommand inspect_command_;
  GradeCommand grade_command_;
  ReplayCommand replay_command_;
  ProgramPageCommand program_page_command_;
  QuizCommand quiz_command_;
  PictureCommand picture_command_;
  DemoCommand demo_command_;
  HintCommand hint_command_;
  WatchCommand watch_command_;
  SolutionCommand solution_command_;
  std::string report_path_, lab_of_files_, filter_, border_, block_;
  std::vector<std::string> more_options_;
};

/// Adds a student's own grading to what is remembered. That it cannot be kept costs no grading.
void remember(const GradeOptions& options, const VerdictFile& verdict) {
  if (options.source != "labs" || verdict.verdict == Verdict::grader_fault) return;
  const std::string folder = records_folder(options.root);
  try {
    if (options.page) add_to_log(folder, verdict, page_data_of(options));
    LabRecord record = load_record(folder, options.lab);
    add_grading(record, verdict);
    save_record(folder, options.lab, record);
  } catch (const InputError& error) {
    std::fprintf(stderr, "note: your progress is not kept: %s\n", printable(error.what()).c_str());
  }
}

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
  options.timing = command.timing;
  options.refresh = command.refresh;
  options.page = !command.json && command.page;
  const bool terminal = isatty(STDOUT_FILENO) != 0, colour = use_colour(terminal);
  const std::string clear = terminal ? "\r\033[K" : "";
  bool begun = false;
  GradeSteps before;
  before.search = [&](const std::string& file) {
    if (terminal && !command.json)
      print(clear + "Looking for the mistake in " + file + " (a minute for a long file) ...");
  };
  before.timing = [&](const VerdictFile& known) {
    if (command.json) return;
    print(clear + report_before_timing(known, colour));
    if (terminal) print("Measuring speed ...");
    begun = true;
  };
  const VerdictFile verdict = grade(options, before);
  if (!command.json) print(clear);
  if (options.page) write_page_of(options, command.live);
  remember(options, verdict);
  const std::string page = options.page ? relative_path(report_page_path(options)) : "";
  if (command.json)
    print(visible_texts(to_json(verdict)).dump(2) + "\n");
  else
    print(begun ? report_from_timing(verdict, colour, page) : report(verdict, colour, page));
  return exit_code_of(verdict.verdict);
}

int run_report(const std::string& path) {
  const VerdictFile verdict = read_verdict(path);
  print(report(verdict, use_colour(isatty(STDOUT_FILENO) != 0)));
  return exit_code_of(verdict.verdict);
}

}  // namespace kit::grader

int main(int argc, char** argv) {
  return kit::grader::run_program("kit", [&] { return kit::grader::Program().run(argc, argv); });
}
