/// @file
/// The places where the last checked stores of a host thread went.
#pragma once

#include <array>
#include <cstdint>

namespace kit::sim {

/// A piece of memory that the student owns, in the form that a check compares with.
struct CheckedPlace {
  std::uint64_t begin = UINT64_MAX;
  /// Largest offset of a store of 1, 2, 4, 8 and 16 bytes. 0 for a piece that was never found.
  std::array<std::uint64_t, 5> last = {};
};
struct CheckedPlaces {
  CheckedPlace recent[2];
};
static_assert(sizeof(CheckedPlace) == 48, "confinement_entry.cpp counts on it");

}  // namespace kit::sim

/// The calling host thread's, never null.
extern "C" __thread kit::sim::CheckedPlaces* kit_sim_checked_places;
