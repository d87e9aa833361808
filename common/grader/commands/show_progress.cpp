/// @file
/// `kit progress`: all labs, with the best that was reached in each.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/commands/commands.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/report/work_log.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

/// In a few words how far a lab is.
std::string state_of(const LabState& state) {
  const LabRecord& record = state.record;
  if (record.passed) return record.verdict == Verdict::passed ? "passed" : "passed before";
  if (!state.begun()) return "not begun";
  if (record.gradings == 0) return "not graded yet";
  int open = 0, required = 0;
  for (const StageConfig& stage : state.config.stages) {
    if (stage.challenge) continue;
    ++required;
    open += state.is_open(stage) ? 1 : 0;
  }
  return fmt::format("{} of {} stages", required - open, required);
}

std::string share(double reached, double max) {
  return max > 0 ? fmt::format("{:g} of {:g}", reached, max) : "-";
}

std::string table_row(const std::string& lab, const std::string& state, const std::string& points,
                      const std::string& bonus, const std::string& speedup) {
  return pad(lab, 24) + pad(state, 15) + pad(points, 13, true) + pad(bonus, 10, true) +
         pad(speedup, 10, true);
}

/// The points of the last attempts, e.g. "0, 12, 40, 100 (the last 4 of 9 attempts)"; empty for
/// less than two.
std::string attempts_text(const std::vector<nlohmann::json>& attempts) {
  constexpr std::size_t kMost = 10;
  if (attempts.size() < 2) return {};
  std::string text;
  for (std::size_t i = attempts.size() - std::min(kMost, attempts.size()); i < attempts.size(); ++i)
    text += fmt::format("{}{:g}", text.empty() ? "" : ", ", attempts[i].value("points", 0.0));
  if (attempts.size() > kMost)
    return text + fmt::format(" (the last {} of {} attempts)", kMost, attempts.size());
  return text + fmt::format(" ({} attempts)", attempts.size());
}

}  // namespace

int run_progress() {
  const std::string root = kit_root();
  TextReport report(use_colour(isatty(STDOUT_FILENO) != 0));
  report.line(report.paint(table_row("lab", "state", "points", "bonus", "speedup"), Style::strong));
  double points = 0, max_points = 0, bonus = 0, max_bonus = 0;
  std::size_t passed = 0;
  std::vector<std::string> notes;
  const std::vector<std::string> labs = list_labs(root + "/labs");
  for (const std::string& lab : labs) {
    const LabState state = load_state(root, lab);
    const LabRecord& record = state.record;
    points += record.points;
    bonus += record.bonus;
    max_points += state.config.max_points();
    max_bonus += state.config.max_bonus();
    passed += record.passed ? 1 : 0;
    const std::string speedup = record.speedup > 0 ? speedup_text(record.speedup) + "x" : "-";
    report.line(report.paint(
        table_row(lab, state_of(state), share(record.points, state.config.max_points()),
                  share(record.bonus, state.config.max_bonus()), speedup),
        record.passed ? Style::good : Style::plain));
    if (record.speedup > 0)
      notes.push_back(fmt::format("speedup of lab {}: {}{}", state.number(),
                                  speedup_words(record.speedup, "one CPU thread, "),
                                  printable(record.speedup_of)));
    if (const std::string tried = attempts_text(attempts_at(records_folder(root), lab));
        !tried.empty())
      notes.push_back(fmt::format("points of lab {}: {}", state.number(), tried));
    if (record.damaged)
      notes.push_back(
          fmt::format("note: what was kept of lab {0} cannot be read and is ignored; make lab{0} "
                      "writes it anew ({1}/{2}.json)",
                      state.number(), records_folder(root), lab));
  }
  report.line();
  report.wrap(fmt::format("{} of {} labs passed, {} points, bonus {}; the best of each lab counts.",
                          passed, labs.size(), share(points, max_points), share(bonus, max_bonus)),
              0);
  for (const std::string& note : notes) report.wrap(note, 0);
  const std::string lab = next_lab(root);
  if (lab.empty())
    report.line("next: nothing is left to do");
  else
    report.line(
        fmt::format("next: lab {}; make next says how to begin", lab.substr(0, lab.find('_'))));
  std::fputs(report.text().c_str(), stdout);
  return 0;
}

}  // namespace kit::grader
