/// @file
/// What a function keeps from one call to the next, asked by calls that differ in one thing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// In words, what a call before the case `index` must have for that case to be wrong: the same
/// arguments, other values of an input, another parameter, or another size. Only of a case that is
/// right alone and wrong after other calls. Empty if no call that was tried spoils it.
std::string describe_kept_state(const JudgePlan& plan, const std::vector<Case>& cases,
                                std::size_t index);

}  // namespace kit::grader
