/// @file
/// The report, top down as a student reads it: what was graded, what is wrong stage by stage, what
/// the simulator saw, evidence, timing, and at the end, where the eye rests in a terminal, the sum
/// and the one thing to do next. Whatever came from the student's program is made printable first.
#include "grader/report/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <vector>

#include "grader/report/advice.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

constexpr std::size_t kMaxFailuresExplained = 3;  // per stage; the one with a picture comes on top
constexpr std::size_t kMaxFailuresListed = 10;
constexpr std::size_t kMaxOutputLines = 20;
constexpr std::size_t kMarkColumns = 7;
constexpr std::size_t kNumberColumns = 8;

/// A number as verdict.json shows it: what is not finite has one spelling.
std::string number(double value, const char* format = "%.3g") {
  if (std::isnan(value)) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// The same, "-" for what was not measured.
std::string measured(double value, const char* format = "%.3g") {
  return value > 0 ? number(value, format) : "-";
}

std::string display_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string display_name(Verdict verdict) {
  return verdict == Verdict::not_done ? "not done yet" : display_name(to_string(verdict));
}

Style style_of(Verdict verdict) {
  if (verdict == Verdict::passed) return Style::good;
  if (verdict == Verdict::not_done || verdict == Verdict::skipped) return Style::warn;
  return Style::bad;
}

/// A case's verdict in few letters.
std::string mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "ok";
    case Verdict::wrong:
      return "wrong";
    case Verdict::crashed:
      return "crash";
    case Verdict::timed_out:
      return "time";
    case Verdict::out_of_memory:
      return "memory";
    case Verdict::skipped:
      return "-";
    default:
      return "fault";
  }
}

/// Error divided by tolerance; passed cases only, so both are finite.
double closeness(const CaseRecord& one) {
  return one.tolerance > 0 ? one.comparison.max_abs_error / one.tolerance : 0;
}

/// The path as seen from where the user is, if that is shorter.
std::string relative_path(const std::string& path) {
  std::error_code error;
  const std::string relative = std::filesystem::proximate(path, error).string();
  return !error && relative.size() < path.size() ? relative : path;
}

std::string points_text(double earned, double max) {
  return number(earned, "%g") + " of " + number(max, "%g");
}

class Reporter {
 public:
  Reporter(const VerdictFile& verdict, bool colour) : verdict_(verdict), page_(colour) {}

  std::string run() {
    head();
    if (!verdict_.built) {
      build_log("The compiler says:");
    } else {
      if (!verdict_.build_log.empty()) build_log("The compiler warns (warnings cost nothing):");
      for (const StageRecord& stage : verdict_.stages) show_stage(stage);
      findings();
      evidence();
      timing();
    }
    student_output();
    foot();
    return page_.text();
  }

 private:
  void head() {
    const std::string lab = printable(verdict_.lab);
    page_.line(page_.paint("Lab " + lab + ": " + printable(verdict_.title), Style::strong));
    std::string where =
        on_the_cpu() ? "on the CPU" : std::string("backend ") + to_string(verdict_.backend);
    if (verdict_.device) where += " (" + printable(verdict_.device->name) + ")";
    if (verdict_.replay) where += ", files from " + printable(verdict_.replay->source) + "/" + lab;
    page_.wrap(where, 0, Style::dim);
    page_.line();
  }

  /// Whether the lab is plain C++, for which a backend means nothing.
  bool on_the_cpu() const {
    for (const StageRecord& stage : verdict_.stages)
      if (stage.config.file.ends_with(".cu")) return false;
    return true;
  }

  void build_log(const char* title) {
    page_.line(title);
    const std::string log = printable(verdict_.build_log);
    std::istringstream lines(verdict_.built ? log : errors_only(log));
    std::string line;
    // As the compiler wrote it: a message is copied into an editor or a search.
    for (std::size_t i = 0; i < 2 * kMaxOutputLines && std::getline(lines, line); ++i)
      page_.line("  " + line);
    if (std::getline(lines, line)) page_.line("  [more in build.log]");
    page_.line();
  }

  void show_stage(const StageRecord& stage) {
    const std::string kind = stage.config.challenge ? "bonus, " : "";
    const std::string right =
        "  " + kind + points_text(stage.points, stage.config.points) + " points";
    const std::string title = printable(stage.config.file) + ": " + printable(stage.config.title);
    page_.line(page_.paint(pad(title, kColumns - right.size()), Style::strong) + right);
    if (stage.verdict == Verdict::not_done)
      page_.line("  " + page_.paint("not done yet", Style::warn));
    else
      show_cases(stage);
    page_.line();
  }

  /// What a stage's cases come to.
  struct CaseSummary {
    std::vector<const CaseRecord*> failures;
    const CaseRecord* closest = nullptr;  ///< of those that pass, to its tolerance
    std::size_t skipped = 0, halfway = 0;
    std::string why_skipped;
  };

  CaseSummary summarise_cases(const StageRecord& stage) const {
    CaseSummary sum;
    for (const CaseRecord& one : verdict_.cases) {
      if (one.stage != stage.config.id) continue;
      sum.halfway += one.halfway;
      if (one.verdict == Verdict::skipped) {
        ++sum.skipped;
        sum.why_skipped = printable(one.message);
      } else if (one.verdict != Verdict::passed) {
        sum.failures.push_back(&one);
      } else if (sum.closest == nullptr || closeness(one) > closeness(*sum.closest)) {
        sum.closest = &one;
      }
    }
    return sum;
  }

  void show_cases(const StageRecord& stage) {
    const CaseSummary sum = summarise_cases(stage);
    const bool all_pass = sum.failures.empty() && sum.closest != nullptr;
    count_cases(stage, all_pass);
    if (all_pass) show_case(*sum.closest);
    show_failures(sum.failures);
    if (sum.halfway > 0)
      page_.wrap(
          std::to_string(sum.halfway) + " values lie halfway between two levels: either is right",
          2, Style::dim);
    if (sum.skipped > 0)
      page_.wrap(std::to_string(sum.skipped) + " other cases were " + sum.why_skipped, 2,
                 Style::warn);
  }

  /// The line above a stage's cases, with the heading of their numbers if there are any.
  void count_cases(const StageRecord& stage, bool all_pass) {
    if (stage.cases == 0) return;
    std::string line =
        "  " + std::to_string(stage.passed) + " of " + std::to_string(stage.cases) + " cases pass";
    if (all_pass) line += "; closest to its tolerance:";
    page_.line(pad(line, kColumns - 26) + page_.paint(" max-abs-error / tolerance", Style::dim));
  }

  /// The first few failures in full, since the first cases tell most; then a line each.
  void show_failures(const std::vector<const CaseRecord*>& failures) {
    std::string told;  // the cause of the failure before
    std::size_t shown = 0;
    for (std::size_t i = 0; i < failures.size(); ++i) {
      const CaseRecord& one = *failures[i];
      // The case with the picture is explained wherever it stands.
      const bool explained = i < kMaxFailuresExplained || !one.heat_map.empty();
      if (!explained && i >= kMaxFailuresListed) continue;
      ++shown;
      show_case(one);
      if (!explained) continue;
      explain_case(one, i > 0 && one.cause == told);
      told = one.cause;
    }
    if (shown < failures.size())
      page_.wrap("(" + std::to_string(failures.size() - shown) + " more fail; every case is in " +
                     verdict_file() + ")",
                 2, Style::dim);
  }

  /// Where the grading left verdict.json: beside its pictures.
  std::string verdict_file() const {
    for (const CaseRecord& one : verdict_.cases) {
      const std::filesystem::path picture = printable(one.heat_map);
      if (picture.has_parent_path()) return relative_path(picture.parent_path() / "verdict.json");
    }
    return "verdict.json";
  }

  void show_case(const CaseRecord& one) {
    const std::string error =
        one.compared ? number(one.comparison.max_abs_error, "%.1e") : std::string("-");
    marked(one.verdict, printable(one.name),
           pad(error, kNumberColumns, true) +
               pad(number(one.tolerance, "%.1e"), kNumberColumns, true));
  }

  /// A mark, a name and what belongs to the right of it.
  void marked(Verdict verdict, const std::string& name, const std::string& right) {
    const std::string mark = page_.paint(pad(mark_of(verdict), kMarkColumns), style_of(verdict));
    page_.columns("  " + mark, 2 + kMarkColumns, name, right);
  }

  void show_worst(const CaseRecord& one) {
    const Comparison& found = one.comparison;
    std::string place =
        "worst at x=" + std::to_string(found.worst_x) + ", y=" + std::to_string(found.worst_y);
    if (one.channels > 1) place += ", channel=" + std::to_string(found.worst_channel);
    place += ": expected " + number(found.expected, "%.6g") + ", got " + number(found.got, "%.6g") +
             "; " + std::to_string(found.above_tolerance) + " of " + std::to_string(one.values) +
             " values are wrong";
    page_.wrap(place, 8);
  }

  void explain_case(const CaseRecord& one, bool told_already) {
    if (one.compared && one.comparison.above_tolerance > 0) show_worst(one);
    const std::string cause = display_name(printable(one.cause));
    const std::string verdict = display_name(one.verdict);
    // Of a crash the verdict is certain; of a wrong value the cause is only likely.
    const std::string opening = one.verdict == Verdict::wrong ? "likely cause: " + cause
                                : cause == verdict            ? cause
                                                              : verdict + ", " + cause;
    const std::string message = sentence(printable(one.message));
    page_.wrap(told_already ? "as before: " + cause : opening + ". " + message, 8, Style::warn);
    // On a line of its own where it is long: a path that is cut in two cannot be copied.
    if (!one.heat_map.empty())
      page_.wrap("picture of the errors: " + relative_path(printable(one.heat_map)), 8);
  }

  /// What the simulator's checks found, each cause once; the first ones tell most.
  void findings() {
    constexpr std::size_t kMaxFindingsShown = 5;
    const std::vector<CommonFinding>& all = verdict_.findings;
    if (all.empty()) return;
    page_.line(page_.paint("What the simulator saw", Style::strong));
    for (std::size_t i = 0; i < all.size() && i < kMaxFindingsShown; ++i) show_finding(all[i]);
    if (all.size() > kMaxFindingsShown)
      page_.line("  (" + std::to_string(all.size() - kMaxFindingsShown) + " more in verdict.json)");
    page_.line();
  }

  void show_finding(const CommonFinding& common) {
    const Finding& finding = common.finding;
    std::string place =
        relative_path(printable(finding.place.file)) + ":" + std::to_string(finding.place.line);
    if (finding.place.line == 0) place = "(in a line that is not known)";
    if (finding.other) place += " and line " + std::to_string(finding.other->line);
    page_.line("  " + page_.paint(place, Style::warn));
    page_.wrap(printable(finding.message), 6);
    page_.wrap(printable(finding.position) + "; in " + std::to_string(common.cases) +
                   " cases, first in '" + printable(common.first_case) + "'",
               6, Style::dim);
  }

  void evidence() {
    if (verdict_.evidence.empty()) return;
    page_.line(page_.paint("Evidence", Style::strong));
    for (const EvidenceRecord& entry : verdict_.evidence) {
      const bool for_bonus = entry.config.points == 0;
      if (for_bonus && entry.verdict == Verdict::skipped) continue;
      const std::string points =
          for_bonus ? "for the bonus" : points_text(entry.points, entry.config.points);
      marked(entry.verdict, printable(entry.config.title), pad(points, 2 * kNumberColumns, true));
      page_.wrap(printable(entry.message), 8,
                 entry.verdict == Verdict::wrong ? Style::warn : Style::dim);
    }
    page_.line();
  }

  void timing() {
    const std::string note = printable(verdict_.timing_note);
    if (verdict_.timing.empty()) {
      if (!note.empty()) page_.line("speedup: " + note + "\n");
      return;
    }
    page_.line(page_.paint("Timing", Style::strong) +
               " (median ms; never costs points; CPU: the kit's own code)");
    page_.line(page_.paint("  " + pad("", 28) + pad("yours", 9, true) + pad("CPU, 1", 10, true) +
                               pad("CPU, all", 10, true) + pad("speedup", 9, true) +
                               pad("of copy", 9, true),
                           Style::dim));
    for (const TimingRecord& row : verdict_.timing) show_timing(row);
    page_.line();
  }

  void show_timing(const TimingRecord& row) {
    std::string name = printable(row.name);
    if (name.size() > 28) {
      page_.wrap(name, 2);
      name.clear();
    }
    const bool copied = row.copy_gb_per_s > 0 && row.counts;
    const std::string share = copied ? number(row.percent_of_copy(), "%.0f") + " %" : "-";
    const std::string speedup = row.counts ? speedup_text(row.speedup()) + "x" : "-";
    page_.line("  " + pad(name, 28) + pad(measured(row.student_ms), 9, true) +
               pad(measured(row.cpu_one_thread_ms), 10, true) +
               pad(measured(row.cpu_all_cores_ms), 10, true) + pad(speedup, 9, true) +
               pad(share, 9, true));
    std::string remark = printable(row.note);
    if (row.student_ms > 0 && !row.conclusive) remark = "inconclusive, run again: " + remark;
    if (!remark.empty()) page_.wrap(remark, 6, Style::warn);
    if (row.counts)
      page_.wrap(speedup_words(row.speedup(), "one CPU thread, ") +
                     speedup_words(row.speedup_all_cores(), "on all ") +
                     std::to_string(row.cpu_threads),
                 6, Style::dim);
  }

  void student_output() {
    const std::string output = printable(verdict_.student_output);
    if (output.empty()) return;
    page_.line("Your code printed:");
    if (page_.quote(output, kMaxOutputLines)) page_.line("  [more in " + verdict_file() + "]");
    page_.line();
  }

  void foot() {
    const Points& points = verdict_.points;
    std::string sum = points_text(points.earned, points.max) + " points";
    if (points.bonus_max > 0) sum += ", bonus " + points_text(points.bonus, points.bonus_max);
    const std::string verdict = display_name(verdict_.verdict);
    page_.line(page_.paint(verdict, style_of(verdict_.verdict)) + ", " + sum);
    const std::string headline = printable(verdict_.headline);
    // Often the two say the same.
    if (headline != verdict) page_.wrap(headline, 2);
    if (!verdict_.cases.empty() && verdict_.replay) {
      const std::string seed =
          "seed " + std::to_string(verdict_.replay->seed) + "; the same again:";
      const std::string replay = printable(verdict_.replay->command);
      const bool fits = seed.size() + 1 + replay.size() <= kColumns;
      page_.line(seed + (fits ? " " : "\n  ") + replay);
    }
    page_.wrap("next: " + printable(verdict_.next), 0, Style::strong);
  }

  const VerdictFile& verdict_;
  TextReport page_;
};

}  // namespace

std::string report(const VerdictFile& verdict, bool colour) {
  return Reporter(verdict, colour).run();
}

}  // namespace kit::grader
