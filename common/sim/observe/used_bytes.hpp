/// @file
/// Which bytes two pieces of work both use.
#pragma once

#include <optional>
#include <vector>

#include "../src/stream_observer.hpp"

namespace kit::sim {

/// Sorts a list by address, and leaves each byte in it once.
void set_in_order(std::vector<UsedBytes>& list);

/// An element that has bytes in common with `bytes`; null if there is none. The list is in order.
const UsedBytes* first_overlap(const std::vector<UsedBytes>& list, const UsedBytes& bytes);

/// Bytes that both pieces of work use, and at least one writes.
struct Overlap {
  UsedBytes before, now;
  bool before_writes = false, now_writes = false;
};

/// None if the two may run in any order. The lists of both are in order.
std::optional<Overlap> find_overlap(const StreamWork& before, const StreamWork& now);

}  // namespace kit::sim
