// The observed program is run once more with what the processor traps switched on.
#include "grader/grading/float_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/session.hpp"
#include "grader/results/findings.hpp"

namespace kit::grader {
namespace {

constexpr std::size_t kMaxFailed = 3, kMaxPassed = 3;  // cases of a stage that are run again

/// The first operation without a finite result in this case; none if it comes to none.
std::optional<Finding> fault_in(const JudgePlan& plan, const Case& one, std::size_t index) {
  constexpr double kSlower = 10;
  Session session(plan.worker, *plan.config, Backend::sim,
                  derived_seed(plan.seed, SeedFor::observed_order));
  contain(session, plan);
  session.require_finite_floats();
  const CallOutcome outcome =
      session.call(one.call, derived_seed(plan.seed, SeedFor::observed_poison, index),
                   kSlower * plan.config->seconds_per_case);
  if (!outcome.observations) return std::nullopt;
  for (const Finding& finding : outcome.observations->findings)
    if (finding.kind == FindingKind::kernel_fault && finding.place.line > 0) return finding;
  return std::nullopt;
}

bool is_vague(const CaseRecord& record) {
  return record.verdict == Verdict::wrong && record.compared && record.line == 0 &&
         (record.cause == "not_finite" || record.cause == "unknown" ||
          record.cause == "special_case");
}

/// Numbers of the stage's smallest cases that are `wanted`.
template <typename Wanted>
std::vector<std::size_t> smallest(const Grading& grading, const std::string& stage,
                                  const std::vector<Case>& cases, std::size_t most,
                                  const Wanted& wanted) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (grading.cases[i].stage == stage && wanted(grading.cases[i])) found.push_back(i);
  std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return cases[a].expected.size() < cases[b].expected.size();
  });
  if (found.size() > most) found.resize(most);
  return found;
}

std::optional<Finding> fault_of_stage(const Grading& grading, const std::string& stage,
                                      const JudgePlan& plan, const std::vector<Case>& cases) {
  std::optional<Finding> found;
  for (const std::size_t i : smallest(grading, stage, cases, kMaxFailed, is_vague)) {
    found = fault_in(plan, cases[i], i);
    if (found) break;
  }
  if (!found) return std::nullopt;
  const auto passed = [](const CaseRecord& one) { return one.verdict == Verdict::passed; };
  for (const std::size_t i : smallest(grading, stage, cases, kMaxPassed, passed)) {
    const auto other = fault_in(plan, cases[i], i);
    if (other && other->place == found->place) return std::nullopt;
  }
  return found;
}

}  // namespace

void explain_floats(Grading& grading, const JudgePlan& plan, const std::vector<Case>& cases) {
  for (const StageConfig& stage : grading.config.stages) {
    if (std::none_of(grading.cases.begin(), grading.cases.end(), [&](const CaseRecord& record) {
          return record.stage == stage.id && is_vague(record);
        }))
      continue;
    const auto fault = fault_of_stage(grading, stage.id, plan, cases);
    if (!fault) continue;
    for (CaseRecord& record : grading.cases) {
      if (record.stage != stage.id || !is_vague(record)) continue;
      const std::string values = record.cause == "not_finite"
                                     ? record.message.substr(0, record.message.find(". ") + 1)
                                     : record.message;
      record.message = fmt::format("the first operation without a finite result, {}. {}",
                                   describe(*fault), values);
      if (file_name(fault->place) == stage.file) record.line = fault->place.line;
      record.cause = "not_finite";
      record.presumed = record.by_pattern = false;
    }
  }
}

}  // namespace kit::grader
