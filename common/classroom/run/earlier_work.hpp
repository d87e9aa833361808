/// @file
/// What earlier runs into the same gradebook took in: a run of one student, one lab or another
/// folder takes nothing away from the rest of the class.
#pragma once

#include <vector>

#include "classroom/run/instructor_tables.hpp"

namespace kit::classroom {

/// Drops from `works` what would put nothing in the place of something that was handed in earlier.
/// Returns how many that were.
std::size_t keep_earlier(std::vector<Work>& works, const std::vector<Grade>& earlier);

/// Adds to `works` the earlier work of those who are in a group with somebody of this run.
void add_group_members(std::vector<Work>& works, const std::vector<Grade>& earlier,
                       const Students& students);

/// The penalties of this run, and those of earlier runs for what this one is not about.
Penalties merged_penalties(const Penalties& earlier, const Penalties& computed,
                           const std::vector<Work>& works);

}  // namespace kit::classroom
