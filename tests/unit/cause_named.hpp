/// @file
/// The cause that the judge names for an output.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grader/diagnosis/diagnosis.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// The cause of a case whose first call gave `output`; "right" if that is within the tolerance.
inline std::string cause_named(Case spec, const Image<float>& output) {
  const Tensor tensor = to_tensor(output);
  spec.call.outputs = {tensor.shape};
  Observation seen;
  seen.spec = &spec;
  seen.first = {&tensor, 3};
  const Judgement judgement = judge_output(seen);
  if (judgement.right) return "right";
  const std::vector<ModelMatch> matches = matching_models(seen, judgement);
  return diagnose(seen, judgement, matches.empty() ? Diagnosis{} : matches[0].diagnosis).cause;
}

}  // namespace kit::grader
