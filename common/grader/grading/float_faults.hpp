/// @file
/// Where infinite values and such as are no numbers come from.
#pragma once

#include <vector>

#include "grader/judge/grading.hpp"
#include "grader/judge/judge.hpp"

namespace kit::grader {

/// Names, for stages whose wrong values nothing else explains, the first operation of a kernel
/// without a finite result: one to which a case that fails comes and no case that passes. `plan`'s
/// worker is the observed one.
void explain_floats(Grading& grading, const JudgePlan& plan, const std::vector<Case>& cases);

}  // namespace kit::grader
