/// @file
/// `kit next`: the next lab, and the first thing to do in it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

/// The first TODO block of a file: its line, and what it says is to be done. Line 0: there is none.
struct TodoBlock {
  int line = 0;
  std::string task;
};

TodoBlock first_todo_block(const std::string& path) {
  TodoBlock block;
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::size_t begin = line.find("// TODO(");
    if (begin == std::string::npos) continue;
    block.line = number;
    block.task = line.substr(std::min(line.find("): ", begin) + 3, line.size()));
    // A task goes on in comments that stand further in.
    while (std::getline(file, line) && line.find("//   ") != std::string::npos)
      block.task += " " + line.substr(line.find("//   ") + 5);
    return block;
  }
  return block;
}

/// What to do where nothing was graded since the skeleton.
void first_steps(TextReport& report, const LabState& state, const StageConfig& stage,
                 const std::string& root) {
  const std::string folder = "labs/" + state.config.lab + "/", file = folder + stage.file;
  int step = 1;
  const auto say = [&](const std::string& text) {
    report.wrap(fmt::format("{}. {}", step++, text), 2);
  };
  if (!state.begun()) say("read " + folder + "README.md");
  const TodoBlock block = first_todo_block(root + "/" + file);
  if (block.line == 0)
    say("write " + file + ": " + stage.title);
  else
    say(fmt::format("fill the gaps (// TODO) in {}; the first is in line {}: {}", file, block.line,
                    block.task));
  say(fmt::format("run make lab{0}; when stuck: make hint LAB={0}", state.number()));
}

}  // namespace

int run_next() {
  const std::string root = kit_root();
  TextReport report(use_colour(isatty(STDOUT_FILENO) != 0));
  const std::string lab = next_lab(root);
  if (lab.empty()) {
    report.line("Every lab has passed, with its challenges. make progress shows them.");
    std::fputs(report.text().c_str(), stdout);
    return 0;
  }
  const LabState state = load_state(root, lab);
  const StageConfig* stage = state.open_stage(state.record.passed);
  report.line(
      report.paint(fmt::format("Next: lab {}: {}", lab, state.config.title), Style::strong));
  if (state.record.passed)
    report.wrap("Every lab has passed; what is left are challenges, for a bonus.", 2);
  if (stage != nullptr && !state.missing.empty() &&
      std::find(state.missing.begin(), state.missing.end(), stage->id) != state.missing.end()) {
    report.wrap(fmt::format("labs/{}/{} is missing; make reset LAB={} puts it back", lab,
                            stage->file, state.number()),
                2);
  } else if (stage != nullptr && !state.record.passed && state.record.gradings > 0 &&
             std::find(state.untouched.begin(), state.untouched.end(), stage->id) ==
                 state.untouched.end()) {
    report.wrap("The last grading said: " + printable(state.record.next), 2);
    report.wrap(fmt::format("Grade again with make lab{}.", state.number()), 2);
  } else if (stage != nullptr) {
    first_steps(report, state, *stage, root);
  } else {
    report.wrap(fmt::format("Run make lab{}: it was changed since it last passed.", state.number()),
                2);
  }
  std::fputs(report.text().c_str(), stdout);
  return 0;
}

}  // namespace kit::grader
