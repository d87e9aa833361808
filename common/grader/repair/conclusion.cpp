// Several edits often mend the same cases. Some do so by luck, or lead round the wrong code: they
// are believed only where nothing else mends.
#include "grader/repair/conclusion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "grader/judge/observe.hpp"
#include "grader/repair/edit_words.hpp"
#include "grader/results/findings.hpp"
#include "grader/support/terminal.hpp"

namespace kit::repair {
namespace {

using grader::CaseRecord;

constexpr std::size_t kMaxLines = 2;  // that a message may leave open

/// A constant by its name: kTileHeight, TILE_HEIGHT.
bool names_constant(const std::string& text) {
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (text.size() > 1 && text[0] == 'k' && upper(text[1])) return true;
  return text.size() > 1 && std::all_of(text.begin(), text.end(), [&](char c) {
           return upper(c) || c == '_' || (c >= '0' && c <= '9');
         });
}

/// A variable in the place of a constant that parts the work, such as the rows of a thread, parts
/// it otherwise: what was wrong may no longer come to pass.
bool parts_otherwise(const Mending& one) {
  return one.first.kind == EditKind::variable && names_constant(one.first.here) &&
         !names_constant(one.first.there);
}

/// Several other constants in the place of one, of which each mends: it is their size that does,
/// such as more room, and none is the right one.
bool is_any_constant(const Mending& one, const std::vector<Mending>& mending) {
  if (one.first.kind != EditKind::variable || !names_constant(one.first.here)) return false;
  return std::count_if(mending.begin(), mending.end(), [&](const Mending& other) {
           return other.first.kind == EditKind::variable && other.first.token == one.first.token;
         }) > 1;
}

}  // namespace

namespace {

/// Where two threads meet, results may turn right without an order between them.
bool leads_round_races(const std::string& cause) {
  static const std::set<std::string> all = {"wrong_order", "needless_statement", "wrong_condition",
                                            "wrong_jump",  "missing_condition",  kWrongBranch};
  return all.count(cause) > 0;
}

/// Past the end of an array of the code's own: it may be too short as well as the index too large.
bool overruns_own_array(const CaseRecord& record) {
  const std::vector<grader::Finding> findings = grader::findings_of(record);
  return std::any_of(findings.begin(), findings.end(), [](const grader::Finding& finding) {
    return finding.kind == grader::FindingKind::out_of_bounds &&
           (finding.message.find(" in shared memory, which has ") != std::string::npos ||
            finding.message.find(" is outside of an array of type ") != std::string::npos);
  });
}

/// What needs no longer array because the access no longer takes place, or goes elsewhere.
bool leads_round_overruns(const Repair& repair) {
  return repair.places > 1 || repair.branches || repair.cause == "wrong_condition" ||
         repair.cause == "missing_condition" || repair.cause == kWrongBranch;
}

/// Where the code goes, and not what it computes there.
bool is_about_the_way(const Repair& repair) {
  static const std::set<std::string> all = {"wrong_jump",  "wrong_condition",   "wrong_order",
                                            "wrong_bound", "missing_condition", kWrongBranch};
  return repair.branches || all.count(repair.cause) > 0;
}

/// A symptom of which the simulator tells the line.
bool has_a_line(const CaseRecord& record) {
  return is_symptom(record) && record.message.rfind("line ", 0) == 0;
}

}  // namespace

std::string what_was_tried(const char* change, std::size_t cases) {
  return cases == 1
             ? fmt::format("{}, the failed case that was tried is right.", change)
             : fmt::format("{}, the {} failed cases that were tried are right.", change, cases);
}

bool is_symptom(const CaseRecord& record) {
  static const std::set<std::string> symptoms = {"unwritten_pixels",
                                                 "nothing_written",
                                                 "out_of_bounds_write",
                                                 "out_of_bounds",
                                                 "uninitialised_read",
                                                 "stale_state",
                                                 "race"};
  return symptoms.count(record.cause) > 0;
}

bool is_wrong_output(const CaseRecord& record) {
  return record.verdict == grader::Verdict::wrong && record.compared &&
         (record.comparison.above_tolerance > 0 || !record.guards.empty());
}

bool is_crash(const CaseRecord& record) {
  static const std::set<std::string> crashes = {"segmentation_fault", "abort", "illegal_address",
                                                "invalid_launch"};
  return record.verdict == grader::Verdict::crashed && crashes.count(record.cause) > 0;
}

std::optional<Repair> conclude_from(std::vector<Mending> mending, std::size_t cases) {
  // What leads round the wrong code mends it too, so that it is believed only by itself.
  const auto drop_unless_all = [&](const auto& leads_round) {
    if (!std::all_of(mending.begin(), mending.end(), leads_round))
      std::erase_if(mending, leads_round);
  };
  drop_unless_all([](const Mending& one) { return one.leaves_out; });
  std::erase_if(mending, parts_otherwise);
  drop_unless_all([&](const Mending& one) { return is_any_constant(one, mending); });
  // Another variable may make a term 0, or a factor 1: then it is that which should not be there.
  const bool surplus = std::any_of(mending.begin(), mending.end(), [](const Mending& one) {
    return one.first.kind == EditKind::surplus && !one.second;
  });
  if (surplus)
    std::erase_if(mending, [](const Mending& one) { return one.first.kind == EditKind::variable; });
  // Where two edits mend, a third one beside them changes nothing.
  drop_unless_all([](const Mending& one) { return one.third.has_value(); });
  // A comparison is as good as what else would have to be one larger or smaller.
  const bool all_lucky = std::all_of(mending.begin(), mending.end(), [](const Mending& one) {
    return one.first.branches || one.first.kind >= EditKind::one_off;
  });
  drop_unless_all([&](const Mending& one) {
    const bool comparison = all_lucky && one.first.kind == EditKind::comparison;
    return (one.first.branches && !comparison) || one.first.kind == EditKind::condition;
  });
  // A term that may as well have the other sign as be gone is one too many.
  std::erase_if(mending, [&](const Mending& one) {
    return one.first.kind == EditKind::sign &&
           std::any_of(mending.begin(), mending.end(), [&](const Mending& other) {
             return other.first.kind == EditKind::surplus && other.first.line == one.first.line &&
                    other.first.token == one.first.token;
           });
  });
  // What is changed within a condition may stand for one that never holds, or always.
  std::set<int> conditions;  // their lines
  for (const Mending& one : mending)
    if (one.first.kind == EditKind::condition) conditions.insert(one.first.line);
  std::erase_if(mending, [&](const Mending& one) {
    const bool joined = one.first.here == "||" || one.first.here == "&&";
    const bool within = one.first.branches && one.first.kind != EditKind::condition &&
                        one.first.kind != EditKind::comparison;
    return (joined || within) && conditions.count(one.first.line) > 0;
  });
  if (mending.empty()) return std::nullopt;
  const Mending& best =
      *std::min_element(mending.begin(), mending.end(), [](const Mending& a, const Mending& b) {
        return std::pair(a.first.kind, a.first.line) < std::pair(b.first.kind, b.first.line);
      });
  std::set<int> others;
  for (const Mending& one : mending) {
    others.insert(one.first.line);
    if (one.second) others.insert(one.second->line);
    if (one.third) others.insert(one.third->line);
  }
  others.erase(best.first.line);
  if (best.second) others.erase(best.second->line);
  if (best.third) others.erase(best.third->line);
  if (others.size() >= kMaxLines) return std::nullopt;
  // Where all that mends leads past other lines, one of those may be wrong as well.
  const bool leads_past = best.leaves_out;
  std::string message = leads_past
                            ? fmt::format("either this line, at `{}`, or what it leads to is wrong",
                                          shortened(best.first.here))
                            : said_of(best.first, mending);
  const char* changed = "With that alone changed";
  if (best.second) {
    message += fmt::format("; and in line {}, {}", best.second->line, said_of(*best.second, {}));
    changed = "With both changed";
  }
  if (best.third) {
    message += fmt::format("; and the same in line {}", best.third->line);
    changed = "With all three changed";
  }
  if (!others.empty()) message += said_instead(*others.begin(), mending);
  message += ". " + what_was_tried(changed, cases);
  const int places = 1 + int(best.second.has_value()) + int(best.third.has_value());
  return Repair{best.first.line, leads_past ? kWrongBranch : cause_of(best.first.kind), message,
                places, best.first.branches};
}

void explain_by_repair(const std::string& stage, const std::string& file, const Repair& repair,
                       std::vector<CaseRecord>& records) {
  const bool too_short = std::any_of(records.begin(), records.end(), [&](const auto& record) {
    return record.stage == stage && overruns_own_array(record);
  });
  if (too_short && leads_round_overruns(repair)) return;
  const bool left_early = std::any_of(records.begin(), records.end(), [&](const auto& record) {
    return record.stage == stage &&
           grader::finding_of_lost_threads(grader::findings_of(record)) != nullptr;
  });
  if (left_early && !is_about_the_way(repair)) return;
  for (CaseRecord& record : records) {
    if (record.stage != stage || !(is_wrong_output(record) || is_crash(record))) continue;
    const std::string said = fmt::format("line {} of {}: {}", repair.line, file, repair.message);
    // What happened has a line of its own, which is nearer to the mistake than a branch.
    const bool weak = repair.cause == kWrongBranch || repair.cause == "unused_name";
    if (weak && has_a_line(record)) continue;
    if (record.cause == "race" && leads_round_races(repair.cause)) continue;
    if (is_symptom(record) || is_crash(record)) {
      record.message = fmt::format("{} {}", said, grader::sentence(record.message));
    } else {
      record.cause = repair.cause;
      record.message = said;
    }
    record.line = repair.line;
    record.mended = !weak;
    record.presumed = record.by_pattern = false;
  }
}

void explain_by_order(const std::string& stage, const std::string& file, const Repair& repair,
                      std::vector<CaseRecord>& records) {
  if (repair.cause == kWrongBranch) return;  // it leads past the work that meets
  for (CaseRecord& record : records) {
    if (record.stage != stage || record.cause != "stream_race") continue;
    record.message = fmt::format("line {} of {}: {} {}", repair.line, file, repair.message,
                                 grader::sentence(record.message));
    record.line = repair.line;
    record.mended = true;
    record.presumed = record.by_pattern = false;
  }
}

void add_suspicion(const std::string& stage, const std::string& file, const Repair& suspicion,
                   std::vector<CaseRecord>& records) {
  for (CaseRecord& record : records) {
    if (record.stage != stage || !(is_wrong_output(record) || is_crash(record))) continue;
    if (record.line == suspicion.line) continue;
    record.message =
        fmt::format("{} Look at line {} of {} too: {}.", grader::with_full_stop(record.message),
                    suspicion.line, file, suspicion.message);
  }
}

}  // namespace kit::repair
