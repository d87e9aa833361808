/// @file
/// What makes values right may do so by luck, and leave the race or the access outside of memory
/// that the simulator has found; or it leads past the one instance of a template that was asked.
/// Then it is no correction.
#pragma once

#include <vector>

#include "grader/repair/conclusion.hpp"
#include "grader/repair/repair.hpp"

namespace kit::repair {

/// Leaves those with which all cases are right in that build too, with nothing harmful found. At
/// most 12 are looked at, those that are believed most. Returns false, and leaves all, if there was
/// nothing to ask, or the build does not compile.
bool keep_confirmed(std::vector<Mending>& mending, const grader::JudgePlan& plan,
                    const Confirmation& confirmation);

}  // namespace kit::repair
