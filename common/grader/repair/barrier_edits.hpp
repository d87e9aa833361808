/// @file
/// A source with a barrier more at each place where one may stand.
#pragma once

#include <set>
#include <string>

#include "grader/repair/switched_source.hpp"

namespace kit::repair {

/// Each edit is a __syncthreads() in front of a statement or a loop of a device function, or at the
/// end of a loop's body or behind it. Lines in `without` get none.
SwitchedSource switch_barriers(const std::string& source, const std::set<int>& without);

}  // namespace kit::repair
