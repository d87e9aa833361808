/// @file
/// What a program has made and not given back.
#pragma once

#include <cstdint>

namespace kit::sim {

/// Device memory that was allocated from this serial of GlobalShadow's on and not freed, as
/// findings: one for each line. 0: since the program began.
void report_leaks(std::uint64_t since);

/// Streams, events, graphs and captures that were made from this serial of live_handles.hpp's on
/// and not ended.
void report_live_handles(std::uint64_t since);

}  // namespace kit::sim
