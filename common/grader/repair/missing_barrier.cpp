#include "grader/repair/missing_barrier.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/observe.hpp"
#include "grader/judge/session.hpp"
#include "grader/repair/asked_case.hpp"
#include "grader/results/findings.hpp"

namespace kit::repair {
namespace {

bool lacks_barrier(const grader::CaseRecord& record) {
  const std::vector<grader::Finding> findings = grader::findings_of(record);
  return record.cause == "race" && record.verdict == grader::Verdict::wrong && record.compared &&
         std::any_of(findings.begin(), findings.end(), [](const grader::Finding& one) {
           return one.kind == grader::FindingKind::shared_race;
         });
}

/// Takes back what the simulator advises.
void doubt(std::string& message) {
  constexpr std::string_view kAdvice = "; __syncthreads() is missing between them";
  const std::size_t begin = message.find(kAdvice);
  if (begin != std::string::npos)
    message.replace(begin, kAdvice.size(),
                    "; but a barrier more does not mend it, wherever it stands: one of the two may "
                    "use the wrong element");
}

}  // namespace

const grader::Case* case_with_shared_race(const std::string& stage,
                                          const std::vector<grader::Case>& cases,
                                          const std::vector<grader::CaseRecord>& records) {
  const grader::Case* smallest = nullptr;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].stage == stage && records[i].comparison.above_tolerance > 0 &&
        lacks_barrier(records[i]) &&
        (smallest == nullptr || cases[i].expected.size() < smallest->expected.size()))
      smallest = &cases[i];
  return smallest;
}

bool no_barrier_mends(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                      const grader::Case& one) {
  constexpr double kSecondsPerCall = 2;
  constexpr std::chrono::seconds kSeconds{6};
  const auto end = std::chrono::steady_clock::now() + kSeconds;
  grader::Session session(worker.program, *plan.config, grader::Backend::sim, plan.seed);
  grader::contain(session, plan);
  // No edit, then each: without one it must be wrong, or nothing can be said.
  for (int edit = 0; edit <= int(worker.source.edits.size()); ++edit) {
    if (std::chrono::steady_clock::now() > end) return false;
    grader::Call call = one.call;
    call.edit = edit;
    const std::uint64_t poison =
        grader::derived_seed(plan.seed, grader::SeedFor::repair_poison, std::uint64_t(edit));
    if (ask(session, one, call, poison, kSecondsPerCall).right) return false;
  }
  return !worker.source.edits.empty();
}

void doubt_barrier(const std::string& stage, std::vector<grader::CaseRecord>& records) {
  for (grader::CaseRecord& record : records) {
    if (record.stage != stage) continue;
    doubt(record.message);
    if (record.observations)
      for (grader::Finding& finding : record.observations->findings) doubt(finding.message);
    for (grader::Finding& finding : record.replaced_findings) doubt(finding.message);
  }
}

}  // namespace kit::repair
