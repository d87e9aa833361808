/// @file
/// Lines of the student's source that places of the program stand for.
#pragma once

#include <vector>

#include "../src/finding.hpp"

namespace kit::sim {

/// Source lines of places, by the debug information that student code is compiled with. The lines
/// of the simulator and the kit are passed over for the student's line that led there. Unknown ones
/// have line 0.
std::vector<SourceLine> resolve(const std::vector<CodePlace>& places);

/// The function, an inlined one too, that holds the call that returns to this address; empty if
/// unknown.
std::string function_at(std::uint32_t return_address);

}  // namespace kit::sim
