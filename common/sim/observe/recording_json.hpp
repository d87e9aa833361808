/// @file
/// What was recorded of a block, as JSON. docs/simulator.md has the format.
#pragma once

#include <string>

#include "block_recorder.hpp"

namespace kit::sim {

/// An object with "block", "threads", "places", "buffers", "steps" and "folded".
std::string recording_json(const RecordedBlock& recorded);

}  // namespace kit::sim
