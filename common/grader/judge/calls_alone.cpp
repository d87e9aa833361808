/// @file
/// A process costs more than a call, so that one or two cases of a stage are asked.
#include "grader/judge/calls_alone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/kept_state.hpp"
#include "grader/judge/session.hpp"

namespace kit::grader {
namespace {

/// True if the case is right in a worker that has made no other call. `zeroed`: and whose output
/// holds zeros before the call.
bool right_alone(const JudgePlan& plan, const Case& one, std::size_t index, bool zeroed = false) {
  Session session(plan.worker, *plan.config, plan.backend,
                  derived_seed(plan.seed, SeedFor::order_alone, index));
  contain(session, plan);
  const std::uint64_t poison = derived_seed(plan.seed, SeedFor::poison_alone, index);
  Call call = one.call;
  call.zeroed = zeroed;
  const CallOutcome outcome = session.call(call, poison, plan.config->seconds_per_case);
  if (!outcome.returned()) return false;
  Observation seen;
  seen.spec = &one;
  seen.first = {&outcome.outputs[0], poison};
  return judge_output(seen).right;
}

constexpr const char* kRightFirst =
    "right where it is the first call of a program, wrong after other calls";
constexpr const char* kKept =
    "something is kept from an earlier call, such as a filter that is uploaded only once, a "
    "counter that is not set back, or a buffer of the first call's size";

/// What a case tells of what is kept.
std::string kept_from(const JudgePlan& plan, const std::vector<Case>& cases, std::size_t index) {
  const std::string words = describe_kept_state(plan, cases, index);
  return fmt::format("{}: {}", kRightFirst, words.empty() ? kKept : words);
}

/// The same of the smallest of the spoilt cases.
std::string kept_from(const JudgePlan& plan, const std::vector<Case>& cases,
                      const std::vector<CaseRecord*>& spoilt,
                      const std::vector<CaseRecord>& records) {
  const auto index_of = [&](const CaseRecord* one) { return std::size_t(one - records.data()); };
  const auto size_of_case = [&](const CaseRecord* one) {
    const Case& asked = cases[index_of(one)];
    return std::pair(is_degenerate(asked), asked.expected.size());
  };
  const CaseRecord* smallest = *std::min_element(
      spoilt.begin(), spoilt.end(),
      [&](const auto* a, const auto* b) { return size_of_case(a) < size_of_case(b); });
  return kept_from(plan, cases, index_of(smallest));
}

}  // namespace

void find_stale_state(const JudgePlan& plan, const std::vector<Case>& cases,
                      const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records) {
  constexpr std::size_t kMaxTried = 2;  // of a stage: each takes a new process
  const std::string& stage = records[failed[0].index].stage;
  const auto first_call = std::find_if(records.begin(), records.end(),
                                       [&](const CaseRecord& one) { return one.stage == stage; });
  std::vector<CaseRecord*> spoilt;
  std::size_t tried = 0;
  for (const FailedOutput& one : failed) {
    CaseRecord& record = records[one.index];
    // What differs between two runs has another cause.
    if (&record == &*first_call || !record.repeatable) continue;
    if (tried++ < kMaxTried && !right_alone(plan, cases[one.index], one.index)) return;
    spoilt.push_back(&record);
  }
  if (spoilt.empty()) return;
  const std::string kept = kept_from(plan, cases, spoilt, records);
  for (CaseRecord* record : spoilt) {
    const bool told = depends_on_leftovers(record->cause);
    record->message = told ? fmt::format("{} Also: it is {}", record->message, kept)
                           : fmt::format("It is {}", kept);
    if (told) continue;
    // Shared memory that nobody sets holds what earlier kernels left, too: a finding says so.
    record->cause = "stale_state";
    record->presumed = true;
    record->by_pattern = false;
  }
}

void find_stale_stop(const JudgePlan& plan, const std::vector<Case>& cases,
                     std::vector<CaseRecord>& records) {
  std::set<std::string> begun, asked;  // stages
  for (std::size_t i = 0; i < records.size(); ++i) {
    CaseRecord& record = records[i];
    const bool stopped = record.verdict == Verdict::crashed || record.verdict == Verdict::timed_out;
    const bool first = begun.insert(record.stage).second;
    // Each takes a new process.
    if (!stopped || first || !asked.insert(record.stage).second) continue;
    // Twice: what runs into other memory, or races, may be right once by luck.
    if (!right_alone(plan, cases[i], i) || !right_alone(plan, cases[i], i + records.size()))
      continue;
    record.cause = "stale_state";
    record.message =
        fmt::format("It is {}. After other calls: {}", kept_from(plan, cases, i), record.message);
    record.presumed = true;
  }
}

void find_use_of_output(const JudgePlan& plan, const std::vector<Case>& cases,
                        const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records) {
  const auto shows_poison = [&](const FailedOutput& one) {
    const std::string& cause = records[one.index].cause;
    return cause == "not_finite" || cause == "race" || cause == "unknown";
  };
  const auto first = std::find_if(failed.begin(), failed.end(), shows_poison);
  if (first == failed.end()) return;
  const Case& asked = cases[first->index];
  // Both, since what is right by luck in one order of blocks is so with either content.
  if (!right_alone(plan, asked, first->index, true) || right_alone(plan, asked, first->index))
    return;
  for (const FailedOutput& one : failed) {
    if (!shows_poison(one)) continue;
    CaseRecord& record = records[one.index];
    record.cause = "uninitialised_read";
    record.message =
        "It is right where the output holds zeros before the call: the result is added to what "
        "stands in the output, which may be anything. Give each value its first part by =, not +=";
    record.presumed = true;  // the simulator may add the line
    record.by_pattern = false;
  }
}

}  // namespace kit::grader
