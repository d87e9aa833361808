#include "grader/repair/asked_case.hpp"

#include <algorithm>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/results/findings.hpp"

namespace kit::repair {

AskedCase ask(grader::Session& session, const grader::Case& one, const grader::Call& call,
              std::uint64_t poison_seed, double seconds) {
  AskedCase result;
  const grader::CallOutcome outcome = session.call(call, poison_seed, seconds);
  result.timed_out = outcome.verdict == grader::Verdict::timed_out;
  result.returned = outcome.returned();
  if (outcome.observations)
    result.harmed = std::any_of(
        outcome.observations->findings.begin(), outcome.observations->findings.end(),
        [](const grader::Finding& finding) { return grader::harms_results(finding.kind); });
  if (!result.returned) return result;
  grader::Observation seen;
  seen.spec = &one;
  seen.first = {&outcome.outputs[0], poison_seed};
  seen.guards = outcome.guards;
  seen.inputs_changed = outcome.inputs_changed;
  const grader::Judgement judgement = grader::judge_output(seen);
  result.wrong = judgement.comparison.above_tolerance;
  result.right = judgement.right && grader::diagnose_side_effects(seen, judgement).cause.empty();
  return result;
}

}  // namespace kit::repair
