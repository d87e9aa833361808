/// @file
/// `kit next`: the next lab, and the first thing to do in it.
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

/// The first gap of a file: its line, and what it says is to be done. Line 0: there is none.
struct FirstGap {
  int line = 0;
  std::string task;
};

FirstGap first_gap(const std::string& path) {
  FirstGap gap;
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::size_t begin = line.find("// TODO(");
    if (begin == std::string::npos) continue;
    gap.line = number;
    gap.task = line.substr(std::min(line.find("): ", begin) + 3, line.size()));
    // A task goes on in comments that stand further in.
    while (std::getline(file, line) && line.find("//   ") != std::string::npos)
      gap.task += " " + line.substr(line.find("//   ") + 5);
    return gap;
  }
  return gap;
}

/// What to do where nothing was graded since the skeleton.
void first_steps(TextReport& page, const LabState& state, const StageConfig& stage,
                 const std::string& root) {
  const std::string folder = "labs/" + state.config.lab + "/", file = folder + stage.file;
  int step = 1;
  const auto say = [&](const std::string& text) {
    page.wrap(std::to_string(step++) + ". " + text, 2);
  };
  if (!state.begun()) say("read " + folder + "README.md");
  const FirstGap gap = first_gap(root + "/" + file);
  if (gap.line == 0)
    say("write " + file + ": " + stage.title);
  else
    say("fill the gaps (// TODO) in " + file + "; the first is in line " +
        std::to_string(gap.line) + ": " + gap.task);
  say("run make lab" + state.number() + "; when stuck: make hint LAB=" + state.number());
}

}  // namespace

int run_next() {
  const std::string root = kit_root();
  TextReport page(use_colour(isatty(STDOUT_FILENO) != 0));
  const std::string lab = next_lab(root);
  if (lab.empty()) {
    page.line("Every lab has passed, with its challenges. make progress shows them.");
    std::fputs(page.text().c_str(), stdout);
    return 0;
  }
  const LabState state = load_state(root, lab);
  const StageConfig* stage = state.open_stage(state.record.passed);
  page.line(page.paint("Next: lab " + lab + ": " + state.config.title, Style::strong));
  if (state.record.passed)
    page.wrap("Every lab has passed; what is left are challenges, for a bonus.", 2);
  if (stage != nullptr && !state.missing.empty() &&
      std::find(state.missing.begin(), state.missing.end(), stage->id) != state.missing.end()) {
    page.wrap("labs/" + lab + "/" + stage->file + " is missing; make reset LAB=" + state.number() +
                  " puts it back",
              2);
  } else if (stage != nullptr && !state.record.passed && state.record.gradings > 0 &&
             std::find(state.untouched.begin(), state.untouched.end(), stage->id) ==
                 state.untouched.end()) {
    page.wrap("The last grading said: " + printable(state.record.next), 2);
    page.wrap("Grade again with make lab" + state.number() + ".", 2);
  } else if (stage != nullptr) {
    first_steps(page, state, *stage, root);
  } else {
    page.wrap("Run make lab" + state.number() + ": it was changed since it last passed.", 2);
  }
  std::fputs(page.text().c_str(), stdout);
  return 0;
}

}  // namespace kit::grader
