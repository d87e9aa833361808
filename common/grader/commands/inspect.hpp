/// @file
/// `kit sanitize` and `kit profile`: the simulator's checks and counts on their own, or the GPU's
/// tools.
#pragma once

#include <string>
#include <vector>

#include "grader/commands/commands.hpp"
#include "grader/results/observations.hpp"

namespace kit::grader {

/// The digest of one launch: requests and what they cost by kind of memory, the line of its
/// estimate, and the student's lines with their counts. Of the places that the program names only
/// files in `folders` are read: the student's, then the lab's with its contract.
std::string digest(const LaunchObservations& launch, const std::string& estimate,
                   const std::vector<std::string>& folders);

}  // namespace kit::grader
