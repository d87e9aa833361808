/// @file
/// `kit sanitize` and `kit profile`: the simulator's checks and counts on their own, or the GPU's
/// tools.
#pragma once

#include <string>

#include "grader/commands/commands.hpp"
#include "grader/commands/estimate.hpp"
#include "grader/results/observations.hpp"

namespace kit::grader {

/// The digest of one launch: requests and what they cost by kind of memory, the estimate for a
/// card, and the student's lines with their counts. `folder` holds the student's files.
std::string digest(const LaunchObservations& launch, const Card& card, const std::string& folder);

}  // namespace kit::grader
