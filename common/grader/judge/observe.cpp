/// @file
/// What follows from the observed runs. A finding names a line, which no wrong value does, so that
/// findings correct what was presumed from the values.
#include "grader/judge/observe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/judge/host_results.hpp"
#include "grader/judge/own_blocks.hpp"
#include "grader/judge/own_kernels.hpp"
#include "grader/results/findings.hpp"

namespace kit::grader {

void add_observations(std::vector<ObservedCase> seen, std::vector<CaseRecord>& records) {
  for (std::size_t i = 0; i < seen.size(); ++i) {
    records.at(i).observations = std::move(seen[i].observations);
    records[i].observed = seen[i].verdict;
    records[i].right_when_observed = seen[i].right;
    records[i].ended_when_observed = seen[i].message;
    records[i].fault_when_observed = seen[i].fault;
  }
}

namespace {

const Finding* forgery_in(const Observations& seen) {
  const auto found =
      std::find_if(seen.findings.begin(), seen.findings.end(),
                   [](const Finding& one) { return one.kind == FindingKind::cheated; });
  return found == seen.findings.end() ? nullptr : &*found;
}

void distrust(CaseRecord& record) {
  if (!record.observations) return;
  if (const Finding* const forgery = forgery_in(*record.observations)) {
    record.verdict = Verdict::cheated;
    record.cause = to_string(FindingKind::cheated);
    record.message = describe(*forgery);
  }
  if (record.observed == Verdict::crashed) record.observations->launches.clear();
  const bool explained =
      std::any_of(record.observations->findings.begin(), record.observations->findings.end(),
                  [](const Finding& finding) { return harms_results(finding.kind); });
  if (record.verdict != Verdict::passed || record.right_when_observed || explained) return;
  record.verdict = Verdict::wrong;
  record.cause = "differs_when_observed";
  record.message =
      record.observed == Verdict::crashed
          ? "the output is right, but in the run in which the simulator looks on, the program " +
                record.ended_when_observed + "; it must do the same in both"
          : "the output is right, but not in the run in which the simulator looks on; a program "
            "must do the same in both";
}

}  // namespace

void distrust_observed(std::vector<CaseRecord>& records) {
  for (CaseRecord& record : records) distrust(record);
}

namespace {

/// An output that is right by what this processor makes of an operation that C++ leaves undefined
/// is another one on a GPU.
void refuse_undefined(CaseRecord& record) {
  for (const Finding& finding : record.observations->findings) {
    if (finding.kind != FindingKind::undefined_arithmetic || finding.place.line == 0) continue;
    record.verdict = Verdict::wrong;
    record.cause = cause_of(finding.kind);
    record.message = describe(finding);
    return;
  }
}

/// Two runs gave other values, but the observer, which has seen the case, found no reason for it.
void doubt_race(CaseRecord& record) {
  const bool seen = record.observed == Verdict::passed && record.observations &&
                    record.observations->findings.empty();
  if (!seen || !record.presumed || record.cause != "race") return;
  record.cause = "not_repeatable";
  record.message =
      "two runs gave different values, though the simulator saw no race and no read of unwritten "
      "memory. Does the code depend on an address (a filter that is recognised by its pointer), on "
      "a host variable that was never set, on what lies beyond an array, on which block finishes "
      "first, or on a stream's work that nobody has waited for?";
}

/// Damage around a buffer shows that something was written, the observer where in the code: then
/// how many values it hit says no more.
void add_line_of_write(CaseRecord& record) {
  for (const Finding& finding : record.observations->findings) {
    if (finding.kind != FindingKind::out_of_bounds || finding.place.line == 0) continue;
    const bool workspace = finding.message.find(" of d_workspace") != std::string::npos;
    record.message =
        fmt::format("{}. {}", describe(finding), workspace ? kAskAboutWorkspace : kAskAboutStores);
    return;
  }
}

/// Wrong in the plain run, right where the simulator looked on: its values are left to chance,
/// and what they look like, also that of a mistake, proves nothing.
bool is_by_chance(const CaseRecord& record) {
  return record.verdict == Verdict::wrong && record.observed == Verdict::passed &&
         record.right_when_observed;
}

void explain_by_findings(CaseRecord& record) {
  if (record.verdict == Verdict::crashed && !record.fault_when_observed.empty())
    record.message += ". The simulator saw: " + record.fault_when_observed;
  if (!record.observations) return;
  if (record.verdict == Verdict::passed) return refuse_undefined(record);
  const Finding* const finding = nearest_finding(record.observations->findings);
  if (finding == nullptr) return doubt_race(record);
  if (record.verdict == Verdict::timed_out) {
    // What writes over the program's own variables makes it run for ever too.
    if (finding->kind == FindingKind::out_of_bounds) {
      record.cause = cause_of(finding->kind);
      record.message = describe(*finding) + "; without the simulator: " + record.message;
    } else {
      record.message += ". The simulator saw: " + describe(*finding);
    }
    return;
  }
  if (record.verdict == Verdict::crashed) {
    if (triage_rank(finding->kind) == 0)
      record.message += ". The simulator saw: " + describe(*finding);
    return;
  }
  if (record.verdict == Verdict::wrong && record.cause == "out_of_bounds_write") {
    add_line_of_write(record);
    return;
  }
  // Threads that leave too early neither load what others need nor store their own pixels.
  const Finding* const lost = finding_of_lost_threads(record.observations->findings);
  if (record.cause == "unwritten_pixels" && lost != nullptr) {
    record.cause = cause_of(lost->kind);
    record.message = describe(*lost);
    record.by_pattern = false;
    return;
  }
  // A copy that is certainly wrong explains the values better than what they look like does.
  if (finding->kind == FindingKind::wrong_copy) record.presumed = true;
  if (is_by_chance(record) && is_race(finding->kind)) record.presumed = true;
  if (record.verdict != Verdict::wrong || !record.presumed) return;
  // Zeros in the output have shown that it is added to; the finding has the line.
  if (record.cause == "uninitialised_read" && record.cause == cause_of(finding->kind)) {
    // With the output the call's other memory held zeros too: the finding knows which it was.
    const bool of_output = finding->message.find("output") != std::string::npos ||
                           finding->message.find("table") != std::string::npos;
    record.message = describe(*finding) + (of_output ? ". " + record.message : "");
    record.presumed = false;
    return;
  }
  // Garbage where a part of a tile or table is missing is read from memory that nothing has
  // written: the finding confirms what was presumed.
  if (!is_vague_cause(record.cause) && finding->kind == FindingKind::uninitialised_read) return;
  record.cause = cause_of(finding->kind);
  record.message = describe(*finding);
  record.presumed = record.by_pattern = false;
}

/// The first case of a stage that shows in the simulator what explains the failure of `failed`. It
/// has failed of that itself, unless its threads are the host's: when they meet is chance. So is
/// any race's result for a case that fails by chance.
const CaseRecord* explaining_case(const std::vector<CaseRecord>& records,
                                  const CaseRecord& failed) {
  for (const CaseRecord& record : records) {
    if (record.stage != failed.stage || !record.observations) continue;
    // What a hidden case shows is not told of one that students know.
    if (is_hidden_case(record.name) && !is_hidden_case(failed.name)) continue;
    const Finding* const finding = nearest_finding(record.observations->findings);
    if (finding == nullptr) continue;
    // What is right in one run and wrong in another may be a race's too.
    const bool varies = is_by_chance(failed) || failed.cause == "stale_state";
    if (varies ? is_race(finding->kind) : finding->kind == FindingKind::host_race) return &record;
    if (record.verdict == Verdict::wrong && record.cause == cause_of(finding->kind)) return &record;
  }
  return nullptr;
}

/// What one case only lets presume may be seen in another: some cases nobody looks at, and in some
/// a fault shows by luck alone. Values that are left to chance may look like another mistake's.
void explain_by_another(CaseRecord& record, const std::vector<CaseRecord>& records) {
  const bool by_chance = is_by_chance(record);
  if (record.verdict != Verdict::wrong || !(record.presumed || by_chance)) return;
  if (!is_vague_cause(record.cause) && !by_chance) return;
  const CaseRecord* const other = explaining_case(records, record);
  if (other == nullptr || other == &record || other->cause == record.cause) return;
  const Finding& finding = *nearest_finding(other->observations->findings);
  if (!is_vague_cause(record.cause) && !is_race(finding.kind)) return;
  record.cause = cause_of(finding.kind);
  record.message = fmt::format("{} (seen in the case '{}')", describe(finding), other->name);
  record.by_pattern = false;
}

/// What leaves an array far enough meets the host's memory: where a line leaves an array in one
/// case of a stage, a pointer to the host's memory there in another case is the same mistake.
void join_host_pointers(std::vector<CaseRecord>& records) {
  // By whether the case is hidden, stage, file and line.
  std::map<std::tuple<bool, std::string, std::string, int>, Finding> beyond;
  const auto each = [&](const auto& use) {
    for (CaseRecord& record : records)
      if (record.observations)
        for (Finding& one : record.observations->findings)
          use(std::tuple(is_hidden_case(record.name), record.stage, one.place.file, one.place.line),
              one);
  };
  each([&](const auto& at, const Finding& one) {
    if (one.kind == FindingKind::out_of_bounds) beyond.emplace(at, one);
  });
  each([&](const auto& at, Finding& one) {
    if (one.kind == FindingKind::host_pointer && beyond.count(at) != 0) one = beyond.at(at);
  });
}

/// Where pixels are missing, names the lines that store the others, if they are few: what they lack
/// is most often said there.
void name_stores(CaseRecord& record) {
  constexpr std::size_t kMost = 2;
  if (record.cause != "unwritten_pixels" || !record.observations) return;
  std::set<std::pair<std::string, int>> lines;
  for (const LaunchObservations& launch : record.observations->launches)
    for (const LineCounters& line : launch.lines)
      if (line.space == MemorySpace::global && line.access == AccessKind::write &&
          line.place.line > 0)
        lines.emplace(file_name(line.place), line.place.line);
  if (lines.empty() || lines.size() > kMost) return;
  std::string list;
  for (const auto& [file, line] : lines)
    list += fmt::format("{}line {} of {}", list.empty() ? "" : " and ", line, file);
  record.message += fmt::format(" What is written is stored in {}.", list);
}

}  // namespace

void explain_by_findings(std::vector<CaseRecord>& records) {
  join_host_pointers(records);
  for (CaseRecord& record : records) explain_by_findings(record);
  for (CaseRecord& record : records) explain_by_another(record, records);
  for (CaseRecord& record : records) name_stores(record);
}

std::vector<Finding> findings_of(const CaseRecord& record) {
  std::vector<Finding> findings;
  if (record.observations) findings = record.observations->findings;
  findings.insert(findings.end(), record.replaced_findings.begin(), record.replaced_findings.end());
  return findings;
}

Judged judge_observed(const JudgePlan& plan, const std::vector<Case>& cases,
                      const std::string& observed_worker) {
  JudgePlan observing = plan;
  observing.worker = observed_worker;
  observing.not_done.insert(plan.unobserved.begin(), plan.unobserved.end());
  std::vector<ObservedCase> seen;
  Judged judged = judge_cases(plan, cases, [&](const FirstRuns& first) {
    if (!observed_worker.empty()) seen = observe_cases(observing, cases, first);
  });
  add_observations(std::move(seen), judged.cases);
  distrust_observed(judged.cases);
  note_own_blocks(judged.cases);
  if (plan.refuses_host_results) {
    note_host_results(cases, judged.cases);
    if (plan.config->needs_cuda() && !plan.has_stand_ins) {
      note_no_kernels(cases, judged.cases);
      note_no_own_kernel(*plan.config, cases, judged.cases);
    }
  }
  explain_by_findings(judged.cases);
  return judged;
}

namespace {

/// Findings with one cause: both lines are the same.
bool same_cause(const Finding& a, const Finding& b) {
  return a.kind == b.kind && a.place == b.place &&
         (a.other ? a.other->line : 0) == (b.other ? b.other->line : 0);
}

/// Adds a case's findings to those of the cases before.
void merge(std::vector<CommonFinding>& merged, const CaseRecord& record) {
  std::set<std::size_t> here;  // merged findings that this case showed
  for (const Finding& finding : findings_of(record)) {
    auto found = std::find_if(merged.begin(), merged.end(), [&](const CommonFinding& known) {
      return same_cause(known.finding, finding);
    });
    if (found == merged.end()) found = merged.insert(merged.end(), {finding, record.name, 0});
    // A case that shows a cause twice is still one case.
    if (here.insert(std::size_t(found - merged.begin())).second) ++found->cases;
  }
}

}  // namespace

bool is_vague_cause(const std::string& cause) {
  return cause == "race" || cause == "not_finite" || cause == "unknown" ||
         cause == "special_case" || cause == "stale_state";
}

std::vector<CommonFinding> all_findings(const std::vector<CaseRecord>& records) {
  std::vector<CommonFinding> merged;
  for (const CaseRecord& record : records) merge(merged, record);
  std::stable_sort(merged.begin(), merged.end(),
                   [](const CommonFinding& a, const CommonFinding& b) {
                     return triage_rank(a.finding.kind) < triage_rank(b.finding.kind);
                   });
  return merged;
}

}  // namespace kit::grader
