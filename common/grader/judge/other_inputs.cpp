#include "grader/judge/other_inputs.hpp"

#include <cmath>

namespace kit::grader {

OtherInputs::OtherInputs(const JudgePlan& plan, const Case& one, const ProbeSeeds& seeds)
    : session_(plan.worker, *plan.config, plan.backend, seeds.order),
      poison_(seeds.poison),
      seconds_(plan.config->seconds_per_case),
      call_(one.call) {
  contain(session_, plan);
}

std::optional<Image<double>> OtherInputs::ask(const std::map<std::size_t, Tensor>& inputs) {
  for (const auto& [index, tensor] : inputs) call_.inputs[0].at(index) = tensor;
  CallOutcome outcome = session_.call(call_, poison_, seconds_);
  if (!outcome.returned()) return std::nullopt;
  Image<double> output = to_double_image(outcome.outputs[0]);
  for (const double value : output.values())
    if (!std::isfinite(value)) return std::nullopt;
  return output;
}

}  // namespace kit::grader
