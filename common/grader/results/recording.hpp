/// @file
/// What the simulator recorded of one block (docs/simulator.md), for the pages that replay it.
#pragma once

#include <nlohmann/json.hpp>

namespace kit::grader {

/// The recording as the simulator wrote it, once every field has the type and the range that a page
/// counts on. Throws FormatError.
nlohmann::json recording_from(const nlohmann::json& value);

}  // namespace kit::grader
