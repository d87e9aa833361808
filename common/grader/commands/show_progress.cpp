/// @file
/// `kit progress`: all labs, with the best that was reached in each.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/commands/commands.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

std::string rounded_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

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
  return std::to_string(required - open) + " of " + std::to_string(required) + " stages";
}

std::string share(double reached, double most) {
  return most > 0 ? rounded_text(reached) + " of " + rounded_text(most) : "-";
}

std::string table_row(const std::string& lab, const std::string& state, const std::string& points,
                      const std::string& bonus, const std::string& speedup) {
  return pad(lab, 24) + pad(state, 15) + pad(points, 13, true) + pad(bonus, 10, true) +
         pad(speedup, 10, true);
}

}  // namespace

int run_progress() {
  const std::string root = kit_root();
  TextReport page(use_colour(isatty(STDOUT_FILENO) != 0));
  page.line(page.paint(table_row("lab", "state", "points", "bonus", "speedup"), Style::strong));
  double points = 0, most = 0, bonus = 0, most_bonus = 0;
  std::size_t passed = 0;
  std::vector<std::string> notes;
  const std::vector<std::string> labs = list_labs(root + "/labs");
  for (const std::string& lab : labs) {
    const LabState state = load_state(root, lab);
    const LabRecord& record = state.record;
    points += record.points;
    bonus += record.bonus;
    most += state.config.max_points();
    most_bonus += state.config.max_bonus();
    passed += record.passed ? 1 : 0;
    const std::string speedup = record.speedup > 0 ? speedup_text(record.speedup) + "x" : "-";
    page.line(
        page.paint(table_row(lab, state_of(state), share(record.points, state.config.max_points()),
                             share(record.bonus, state.config.max_bonus()), speedup),
                   record.passed ? Style::good : Style::plain));
    if (record.speedup > 0)
      notes.push_back("speedup of lab " + state.number() + ": " +
                      speedup_words(record.speedup, "one CPU thread, ") +
                      printable(record.speedup_of));
    if (record.damaged)
      notes.push_back("note: what was kept of lab " + state.number() +
                      " cannot be read and is ignored; make lab" + state.number() +
                      " writes it anew (" + records_folder(root) + "/" + lab + ".json)");
  }
  page.line();
  page.wrap(std::to_string(passed) + " of " + std::to_string(labs.size()) + " labs passed, " +
                share(points, most) + " points, bonus " + share(bonus, most_bonus) +
                "; the best of each lab counts.",
            0);
  for (const std::string& note : notes) page.wrap(note, 0);
  const std::string lab = next_lab(root);
  if (lab.empty())
    page.line("next: nothing is left to do");
  else
    page.line("next: lab " + lab.substr(0, lab.find('_')) + "; make next says how to begin");
  std::fputs(page.text().c_str(), stdout);
  return 0;
}

}  // namespace kit::grader
