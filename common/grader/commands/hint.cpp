/// @file
/// `kit hint`: one more hint each time, from a nudge to nearly the answer.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/report/lab_hints.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// The lab that is meant: the one named, else the next one.
std::string lab_or_next(const std::string& root, const std::string& name) {
  if (!name.empty()) return find_lab(root + "/labs", name);
  std::string lab = next_lab(root);
  if (lab.empty()) throw InputError("every lab has passed; name one, as in LAB=02");
  return lab;
}

/// The stage that is meant: the one named, else the first that is open. Null: none is.
const StageConfig* stage_or_open(const LabState& state, const std::string& name) {
  if (name.empty()) {
    const StageConfig* stage = state.open_stage(false);
    return stage != nullptr ? stage : state.open_stage(true);
  }
  std::string names;
  for (const StageConfig& stage : state.config.stages) {
    if (stage.id == name || stage.file == name) return &stage;
    names += (names.empty() ? "" : ", ") + stage.id;
  }
  throw InputError(
      fmt::format("lab {} has no stage '{}'; its stages are: {}", state.number(), name, names));
}

std::string hint_heading(std::size_t number, std::size_t all, const LabState& state,
                         const StageConfig& stage) {
  return fmt::format("Hint {} of {} for lab {}, stage {} ({})", number, all, state.number(),
                     stage.id, stage.file);
}

/// What can be had after hint number `shown`.
std::string hints_left(const std::string& root, std::size_t shown, std::size_t all,
                       const LabState& state, const StageConfig& stage) {
  const std::string make = "make hint LAB=" + state.number();
  if (shown < all)
    return fmt::format("{0} more: {1}; those you had: {1} AGAIN=1", all - shown, make);
  std::string text =
      fmt::format("That was the last hint for stage {0}. Those you had: {1} STAGE={0} AGAIN=1.",
                  stage.id, make);
  for (const StageConfig& other : state.config.stages)
    if (other.id != stage.id && other.challenge == stage.challenge && state.is_open(other)) {
      text += fmt::format(" Hints for another open stage: {} STAGE={}.", make, other.id);
      break;
    }
  // The students' archive has no solutions.
  std::error_code failed;
  if (std::filesystem::is_directory(root + "/solutions/" + state.config.lab, failed))
    text += " Still stuck: make solution LAB=" + state.number();
  return text;
}

}  // namespace

int run_hint(const HintCommand& command) {
  const std::string root = kit_root();
  const LabState state = load_state(root, lab_or_next(root, command.lab));
  const StageConfig* stage = stage_or_open(state, command.stage);
  TextReport report(use_colour(isatty(STDOUT_FILENO) != 0));
  if (stage == nullptr) {
    report.wrap(
        fmt::format(
            "Every stage of lab {} passes; no hint is due. STAGE= gives those of one stage all "
            "the same.",
            state.number()),
        0);
    std::fputs(report.text().c_str(), stdout);
    return kExitPassed;
  }
  const std::string path = find_hints(root, state.config.lab);
  const Hints hints = path.empty() ? Hints{} : load_hints(path);
  const auto found = hints.find(stage->id);
  if (found == hints.end() || found->second.empty())
    throw InputError(
        fmt::format("there are no hints for stage '{}' of lab {}", stage->id, state.number()));
  const std::vector<std::string>& texts = found->second;
  LabRecord record = state.record;
  const int before = std::clamp(record.hints[stage->id], 0, static_cast<int>(texts.size()));
  std::size_t first = std::size_t(before), last = std::min(first + 1, texts.size());
  if (command.again || first == last) last = first;
  if (command.again) first = 0;
  for (std::size_t i = first; i < last; ++i) {
    report.line(report.paint(hint_heading(i + 1, texts.size(), state, *stage), Style::strong));
    report.line();
    std::fputs((report.text() + markdown_for_terminal(texts[i]) + "\n").c_str(), stdout);
    report = TextReport(use_colour(isatty(STDOUT_FILENO) != 0));
  }
  if (command.again && last == 0)
    report.wrap(fmt::format("You had no hint for stage {} yet.", stage->id), 0);
  else
    report.wrap(hints_left(root, last, texts.size(), state, *stage), 0, Style::dim);
  std::fputs(report.text().c_str(), stdout);
  std::fflush(stdout);
  if (command.again || last == std::size_t(before)) return kExitPassed;
  record.hints[stage->id] = static_cast<int>(last);
  save_record(records_folder(root), state.config.lab, record);
  return kExitPassed;
}

}  // namespace kit::grader
