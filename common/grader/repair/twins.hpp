/// @file
/// Edits that belong together: the same mistake in x and in y, as students copy a line.
#pragma once

#include <functional>
#include <vector>

#include "grader/repair/switched_source.hpp"

namespace kit::repair {

/// Numbers, from 1, of two or three edits each. Of the edits `met`: those that do the same where
/// the same stands, but for x and y, each with the next few; three in the lines of three channels;
/// last those of which one goes up where the other goes down, as what is done above and below, or
/// left and right. `may_pair` says which two may be in force together.
std::vector<std::vector<int>> find_twins(const std::vector<Edit>& edits,
                                         const std::vector<int>& met,
                                         const std::function<bool(int, int)>& may_pair);

}  // namespace kit::repair
