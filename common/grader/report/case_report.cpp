/// @file
/// Stages, cases and findings for the terminal. A stage that passes takes two lines. Of one that
/// fails the first failure of each cause is explained; of the others a few are listed, so that the
/// report still fits on a screen. The page and verdict.json have all of them.
#include "grader/report/case_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "grader/report/report_style.hpp"
#include "grader/support/text.hpp"

namespace kit::grader {
namespace {

constexpr std::size_t kMaxFailuresExplained = 3;  // per stage; the one with a picture comes on top
constexpr std::size_t kMaxFailuresListed = 5;
constexpr std::size_t kMaxFindingsShown = 4;
constexpr std::size_t kDetailIndent = 8;  // of what explains a case

/// Error divided by tolerance; passed cases only, so both are finite.
double closeness(const CaseRecord& one) {
  return one.tolerance > 0 ? one.comparison.max_abs_error / one.tolerance : 0;
}

/// What a stage's cases come to.
struct CaseSummary {
  std::vector<const CaseRecord*> failures;
  const CaseRecord* closest = nullptr;  ///< of those that pass, to its tolerance
  std::size_t skipped = 0, halfway = 0;
  std::string why_skipped;
};

CaseSummary summarise_cases(const std::vector<CaseRecord>& cases, const std::string& stage) {
  CaseSummary sum;
  for (const CaseRecord& one : cases) {
    if (one.stage != stage) continue;
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

/// The line above a stage's failed cases, with the heading of their numbers; of a stage that passes
/// the numbers of the case that came closest to its tolerance.
void count_cases(TextReport& text, const StageRecord& stage, const CaseRecord* closest) {
  if (stage.cases == 0) return;
  std::string line = fmt::format("  {} of {} cases pass", stage.passed, stage.cases);
  // Cases that a trivial answer passes count for nothing.
  if (closest == nullptr && stage.scored > 0 && stage.scored < stage.cases)
    line += fmt::format(", {} of the {} that count", stage.scored_passed, stage.scored);
  if (closest == nullptr)
    text.line(pad(line, kColumns - 2 * kNumberColumns - 7) +
              text.paint("max-abs-error tolerance", Style::dim));
  else
    text.line(text.paint(
        fmt::format("{}; max-abs-error {}, tolerance {}", line,
                    error_text(closest->comparison.max_abs_error), error_text(closest->tolerance)),
        Style::dim));
}

void show_case(TextReport& text, const CaseRecord& one) {
  const std::string error = !one.compared ? "-"
                            : one.comparison.non_finite > 0
                                ? "nan, inf"
                                : error_text(one.comparison.max_abs_error);
  add_marked(
      text, one.verdict, printable(one.name),
      pad(error, kNumberColumns, true) + pad(error_text(one.tolerance), kNumberColumns, true));
}

void show_worst(TextReport& text, const CaseRecord& one) {
  const Comparison& found = one.comparison;
  // A picture of one channel needs no channel's number.
  const std::string channel =
      one.channels > 1 ? fmt::format(", channel={}", found.worst_channel) : "";
  text.wrap(fmt::format("worst at x={}, y={}{}: expected {}, got {}; {} of {} values {} wrong",
                        found.worst_x, found.worst_y, channel, number_text(found.expected, 6),
                        number_text(found.got, 6), found.above_tolerance, one.values,
                        found.above_tolerance == 1 ? "is" : "are"),
            kDetailIndent);
}

/// How certain the report is of a cause: of a crash the verdict is certain, of a wrong value the
/// cause is only likely.
std::string name_cause(const CaseRecord& one) {
  const std::string cause = display_name(printable(one.cause));
  const std::string verdict = display_name(one.verdict);
  if (one.verdict == Verdict::wrong) return "likely cause: " + cause;
  return cause == verdict ? cause : verdict + ", " + cause;
}

void explain_case(TextReport& text, const CaseRecord& one, bool told_already) {
  if (one.compared && one.comparison.above_tolerance > 0) show_worst(text, one);
  if (!told_already)
    text.wrap(fmt::format("{}. {}", name_cause(one), sentence(printable(one.message))),
              kDetailIndent, Style::warn);
  // On a line of its own where it is long: a path that is cut in two cannot be copied.
  if (!one.heat_map.empty())
    text.wrap("picture of the errors: " + relative_path(printable(one.heat_map)), kDetailIndent);
}

/// The first failure of each cause in full, then a few with a line each, then their number.
void show_failures(TextReport& text, const std::vector<const CaseRecord*>& failures,
                   const std::string& verdict_file) {
  std::set<std::string> told;  // causes
  std::size_t shown = 0;
  for (const CaseRecord* failure : failures) {
    const CaseRecord& one = *failure;
    const bool new_cause = told.size() < kMaxFailuresExplained && !told.contains(one.cause);
    // The case with the picture is explained wherever it stands.
    const bool explained = new_cause || !one.heat_map.empty();
    if (!explained && shown >= kMaxFailuresListed) continue;
    ++shown;
    show_case(text, one);
    if (!explained) continue;
    explain_case(text, one, told.contains(one.cause));
    told.insert(one.cause);
  }
  if (shown < failures.size())
    text.wrap(
        fmt::format("({} more fail; every case is in {})", failures.size() - shown, verdict_file),
        2, Style::dim);
}

/// Of the findings, in order of triage, those that the report shows: the first few, and of a race
/// that was seen from both of its lines one.
std::vector<const CommonFinding*> findings_to_show(const std::vector<CommonFinding>& findings) {
  std::vector<const CommonFinding*> shown;
  for (const CommonFinding& common : findings) {
    const Finding& finding = common.finding;
    const bool known = std::any_of(shown.begin(), shown.end(), [&](const CommonFinding* before) {
      const Finding& other = before->finding;
      return other.kind == finding.kind && finding.other && other.other &&
             other.place == *finding.other && *other.other == finding.place;
    });
    if (!known && shown.size() < kMaxFindingsShown) shown.push_back(&common);
  }
  return shown;
}

/// What a fault of a stage costs. In words only if the findings below do not have it.
void show_fault(TextReport& text, const VerdictFile& verdict, const StageFault& fault) {
  const Finding& finding = fault.finding;
  const std::string cost = fault.cost < 1 ? fmt::format("{:.0f} %", 100 * fault.cost) : "all";
  std::string what = describe(finding);
  for (const CommonFinding* common : findings_to_show(verdict.findings)) {
    const Finding& shown = common->finding;
    if (finding.place.line > 0 && shown.place == finding.place && shown.message == finding.message)
      what = fmt::format("line {} of {}", finding.place.line, file_name(finding.place));
  }
  text.wrap(fmt::format("costs {} of this stage's points: {}, {}", cost,
                        display_name(cause_of(finding.kind)), printable(what)),
            2, Style::warn);
}

void show_cases(TextReport& text, const VerdictFile& verdict, const StageRecord& stage) {
  if (const std::string replaced = stand_in_text(verdict, stage); !replaced.empty())
    text.wrap(printable(replaced), 2, Style::warn);
  const CaseSummary sum = summarise_cases(verdict.cases, stage.config.id);
  count_cases(text, stage, sum.failures.empty() ? sum.closest : nullptr);
  show_failures(text, sum.failures, verdict_path(verdict));
  for (const StageFault& fault : stage.faults) show_fault(text, verdict, fault);
  if (sum.halfway > 0)
    text.wrap(count_of(sum.halfway, "value") + " halfway between two levels: either is right", 2,
              Style::dim);
  if (sum.skipped > 0)
    text.wrap(count_of(sum.skipped, "other case") + (sum.skipped == 1 ? " was " : " were ") +
                  sum.why_skipped,
              2, Style::warn);
}

/// The line or lines that a finding names, e.g. "labs/04_tiled/tiled.cu:31 and line 40", or "and
/// strips.cu:66" where the other stands in another file.
std::string place_text(const Finding& finding) {
  std::string other;
  if (finding.other) {
    const std::string file = file_name(*finding.other);
    other = file == file_name(finding.place)
                ? fmt::format(" and line {}", finding.other->line)
                : fmt::format(" and {}:{}", printable(file), finding.other->line);
  }
  if (finding.place.line == 0) return "(in a line that is not known)" + other;
  return fmt::format("{}:{}{}", relative_path(printable(finding.place.file)), finding.place.line,
                     other);
}

void show_finding(TextReport& text, const CommonFinding& common) {
  constexpr std::size_t kIndent = 6;
  text.line("  " + text.paint(place_text(common.finding), Style::warn));
  text.wrap(printable(common.finding.message), kIndent);
  std::string caller;
  const SourcePlace* const from = caller_of(common.finding);
  if (from != nullptr)
    caller = fmt::format(", called from {}:{}", printable(file_name(*from)), from->line);
  text.wrap(fmt::format("{}{}; in {}, first in '{}'", printable(common.finding.position), caller,
                        count_of(common.cases, "case"), printable(common.first_case)),
            kIndent, Style::dim);
}

void add_stage(TextReport& text, const VerdictFile& verdict, const StageRecord& stage) {
  const StageConfig& config = stage.config;
  const std::string right = fmt::format("  {}{} points", config.challenge ? "bonus, " : "",
                                        points_text(stage.points, config.points));
  const std::string title = fmt::format("{}: {}", printable(config.file), printable(config.title));
  text.line(text.paint(pad(title, kColumns - right.size()), Style::strong) + right);
  // Such a stage was not run, so it has no cases to show.
  if (stage.verdict == Verdict::not_done)
    text.line("  " + text.paint("not done yet", Style::warn));
  else if (stage.verdict == Verdict::passed && stage.passed == 0)
    text.line(fmt::format("  a step of {}, which passes", printable(config.step_of)));
  else
    show_cases(text, verdict, stage);
}

}  // namespace

void add_stages(TextReport& text, const VerdictFile& verdict) {
  bool apart = false;  // an empty line stands above
  for (const StageRecord& stage : verdict.stages) {
    const bool long_one = stage.verdict != Verdict::passed && stage.verdict != Verdict::not_done;
    if (long_one && !apart && &stage != &verdict.stages.front()) text.line();
    add_stage(text, verdict, stage);
    apart = long_one;
    if (long_one) text.line();
  }
  if (!apart) text.line();
}

void add_findings(TextReport& text, const std::vector<CommonFinding>& findings) {
  if (findings.empty()) return;
  text.line(text.paint("What the simulator saw", Style::strong));
  const std::vector<const CommonFinding*> shown = findings_to_show(findings);
  for (const CommonFinding* common : shown) show_finding(text, *common);
  if (findings.size() > shown.size())
    text.line(fmt::format("  ({} more in verdict.json)", findings.size() - shown.size()));
  text.line();
}

}  // namespace kit::grader
