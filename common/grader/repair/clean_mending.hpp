/// @file
/// What makes values right may do so by luck, and leave the race or the access outside of memory
/// that the simulator has found. Then it is no correction.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "grader/repair/conclusion.hpp"
#include "grader/repair/repair.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// Those with which the observed simulator finds nothing harmful in any of the cases. At most 12
/// are looked at, those that are believed most. All of them, if nothing can be observed.
std::vector<Mending> clean_among(std::vector<Mending> mending, const grader::JudgePlan& plan,
                                 const BuildObserved& build, const SearchCases& cases);

}  // namespace kit::repair
