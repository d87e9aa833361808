/// @file
/// What makes values right may do so by luck, and leave the race or the access outside of memory
/// that the simulator has found; or it leads past the one instance of a template that was asked.
/// Then it is no correction.
#pragma once

#include <vector>

#include "grader/repair/conclusion.hpp"
#include "grader/repair/repair.hpp"

namespace kit::repair {

/// Those with which all cases are right in that build too, with nothing harmful found. At most 12
/// are looked at, those that are believed most. All of them, if it does not compile.
std::vector<Mending> confirmed_among(std::vector<Mending> mending, const grader::JudgePlan& plan,
                                     const Confirmation& confirmation);

}  // namespace kit::repair
