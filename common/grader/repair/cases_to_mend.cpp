/// @file
/// Cases that a search asks cost little and tell mistakes apart.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/judge/observe.hpp"
#include "grader/repair/repair.hpp"

namespace kit::repair {
namespace {

using grader::Case;
using grader::CaseRecord;

constexpr std::size_t kMaxFailed = 10, kMaxPassed = 6, kMaxEnded = 2;
constexpr std::size_t kMaxValues = 100000;  // of a case that is asked

struct CostlyCase {
  const Case* spec = nullptr;
  double seconds = 0;  ///< of its first run
};

/// Cheap cases that tell mistakes apart first; images of few columns or rows seldom do. Times are
/// compared roughly, since no two runs take the same; of cases that take about as long, the smaller
/// one comes first.
std::vector<const Case*> cheapest(std::vector<CostlyCase> cases, std::size_t most) {
  constexpr int kFewPixels = 4;
  const auto cost = [](const CostlyCase& one) {
    constexpr double kShortest = 0.002;
    const auto& image = one.spec->expected;
    return std::tuple(grader::is_degenerate(*one.spec),
                      std::min(image.width(), image.height()) < kFewPixels,
                      int(std::log2(std::max(one.seconds, kShortest) / kShortest) / 2),
                      one.spec->expected.size());
  };
  std::stable_sort(cases.begin(), cases.end(),
                   [&](const CostlyCase& a, const CostlyCase& b) { return cost(a) < cost(b); });
  if (cases.size() > most) cases.resize(most);
  std::vector<const Case*> result;
  result.reserve(cases.size());
  for (const CostlyCase& one : cases) result.push_back(one.spec);
  return result;
}

}  // namespace

SearchCases cases_to_mend(const std::string& stage, const std::vector<Case>& cases,
                          const std::vector<CaseRecord>& records,
                          const std::function<bool(const Case&)>& wanted) {
  constexpr std::size_t kFewVary = 4;  // one of so many may give other values in its second run
  std::vector<CostlyCase> failed, passed, ended;
  std::size_t varying = 0;
  bool open = false;
  bool told_where = false, explained = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseRecord& record = records[i];
    if (record.stage != stage || cases[i].expected.size() > kMaxValues) continue;
    if (wanted && !wanted(cases[i])) continue;
    if (record.verdict == grader::Verdict::passed) passed.push_back({&cases[i], record.seconds});
    if (is_crash(record)) ended.push_back({&cases[i], record.seconds});
    if (record.verdict != grader::Verdict::wrong || !record.compared) continue;
    // What differs between two runs is for the observer. A case or two may differ because a wrong
    // index led to other memory.
    if (record.cause == "not_repeatable") return {};
    if (record.cause == "race" && !record.repeatable) {
      ++varying;
      continue;
    }
    // What was written over may be anything, and what was never written is.
    const bool unwritten = record.cause == "uninitialised_read";
    const bool damage = record.cause == "out_of_bounds_write" || record.cause == "out_of_bounds";
    if (!record.repeatable && !damage && !unwritten) ++varying;
    if (!(record.repeatable || damage || unwritten) || !is_wrong_output(record)) continue;
    failed.push_back({&cases[i], record.seconds});
    const bool vague = record.cause == "unknown" || record.cause == "not_finite" ||
                       record.cause == "all_zeros" || record.by_pattern || is_symptom(record);
    // The simulator tells the line of these: where a model explains other cases, that is enough.
    const bool has_line = unwritten || record.cause == "race" || (damage && !record.repeatable);
    open |= vague && !has_line;
    told_where |= has_line;
    explained |= !vague;
  }
  open |= told_where && !explained;
  open |= failed.empty() && varying == 0;  // all that fail have crashed
  if (!open || kFewVary * varying > failed.size()) return {};
  SearchCases asked{cheapest(std::move(failed), kMaxFailed),
                    cheapest(std::move(passed), kMaxPassed)};
  // Cases that return tell more: the others are asked of what mends those.
  const std::size_t most = asked.failed.empty() ? kMaxFailed : kMaxEnded;
  for (const Case* one : cheapest(std::move(ended), most)) asked.failed.push_back(one);
  return asked;
}

SearchCases cases_to_order(const std::string& stage, const std::vector<Case>& cases,
                           const std::vector<CaseRecord>& records) {
  constexpr std::size_t kMaxMeeting = 4, kMaxQuiet = 3;  // an observed call takes longer
  std::vector<CostlyCase> meeting, quiet;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseRecord& record = records[i];
    if (record.stage != stage || cases[i].expected.size() > kMaxValues) continue;
    const std::vector<grader::Finding> findings = grader::findings_of(record);
    const bool meets = std::any_of(findings.begin(), findings.end(), [](const auto& finding) {
      return finding.kind == grader::FindingKind::stream_race;
    });
    if (meets && record.compared)
      meeting.push_back({&cases[i], record.seconds});
    else if (findings.empty() && record.verdict == grader::Verdict::passed)
      quiet.push_back({&cases[i], record.seconds});
  }
  return {cheapest(std::move(meeting), kMaxMeeting), cheapest(std::move(quiet), kMaxQuiet)};
}

}  // namespace kit::repair
