/// @file
/// `kit solution`: where a lab's reference solution is, one of its files, or the answers to the
/// handout's questions; only after a pass, or with an explicit yes.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// What STAGE= names beside the stages, which have the names of lab.json.
constexpr const char* kAnswers = "answers";

bool says_yes(const LabState& state) {
  std::printf(
      "Lab %s has not passed yet, and there are hints (make hint LAB=%s).\n"
      "Show the solution all the same? [y/N] ",
      state.number().c_str(), state.number().c_str());
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  if (isatty(STDIN_FILENO) == 0) std::printf("\n");
  return !answer.empty() && (answer[0] == 'y' || answer[0] == 'Y');
}

void print_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(path + " cannot be read");
  std::cout << file.rdbuf() << std::flush;
}

bool begins_item(const std::string& line) {
  const std::size_t dot = line.find_first_not_of("0123456789");
  return dot != std::string::npos && dot > 0 && line.compare(dot, 2, ". ") == 0;
}

/// The section "Answers" of a lab's NOTES.md, each numbered answer broken for a terminal.
void print_answers(const std::string& path, const std::string& lab) {
  std::istringstream lines(read_whole(path));
  TextReport report(use_colour(isatty(STDOUT_FILENO) != 0));
  report.line(
      report.paint("Answers to the questions in labs/" + lab + "/README.md", Style::strong));
  std::string line, answer;
  bool inside = false;
  while (std::getline(lines, line)) {
    const bool heading = line.starts_with("## ");
    if (inside && (heading || begins_item(line))) {
      report.wrap(answer, 0);
      answer.clear();
      if (!heading) report.line();
    }
    if (heading) inside = line == "## Answers";
    if (inside && !heading) answer += line + " ";
  }
  report.wrap(answer, 0);
  std::fputs(report.text().c_str(), stdout);
}

}  // namespace

int run_solution(const SolutionCommand& command) {
  const std::string root = kit_root();
  if (command.lab.empty()) throw InputError("which lab? make solution LAB=02");
  const LabState state = load_state(root, find_lab(root + "/labs", command.lab));
  const std::string folder = "solutions/" + state.config.lab + "/";
  const StageConfig* wanted = nullptr;
  for (const StageConfig& stage : state.config.stages)
    if (stage.id == command.stage || stage.file == command.stage) wanted = &stage;
  const bool answers = command.stage == kAnswers;
  if (!command.stage.empty() && wanted == nullptr && !answers)
    throw InputError(fmt::format("lab {} has no stage '{}'", state.number(), command.stage));
  if (!std::filesystem::exists(root + "/" + folder + state.config.stages[0].file))
    throw InputError(
        "this copy of the kit holds no solutions: it is the archive for students; ask "
        "your instructor, or take a hint: make hint LAB=" +
        state.number());
  if (!state.record.passed && !command.yes && !says_yes(state)) {
    std::puts("nothing was shown");
    return kExitNotPassed;
  }
  if (answers) {
    print_answers(root + "/" + folder + "NOTES.md", state.config.lab);
    return kExitPassed;
  }
  if (wanted != nullptr) {
    print_file(root + "/" + folder + wanted->file);
    return kExitPassed;
  }
  TextReport report(use_colour(isatty(STDOUT_FILENO) != 0));
  report.line(report.paint("The solution of lab " + state.config.lab, Style::strong));
  for (const StageConfig& stage : state.config.stages)
    report.wrap(fmt::format("{}{} (stage {}: {})", folder, stage.file, stage.id, stage.title), 2);
  report.wrap(folder + "NOTES.md says why it is so, and what it measures.", 0);
  report.wrap(fmt::format("A file in the terminal: make solution LAB={} STAGE={}", state.number(),
                          state.config.stages[0].id),
              0);
  report.wrap(fmt::format("Answers to the handout's questions: make solution LAB={} STAGE={}",
                          state.number(), kAnswers),
              0);
  report.line(fmt::format("Yours beside it: diff -u labs/{0} solutions/{0}", state.config.lab));
  report.line(fmt::format("Graded: make lab{} SRC=solutions", state.number()));
  std::fputs(report.text().c_str(), stdout);
  return kExitPassed;
}

}  // namespace kit::grader
