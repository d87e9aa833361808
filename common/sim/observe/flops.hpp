/// @file
/// Floating-point operations of a launch, from the basic blocks that its lanes entered.
#pragma once

#include <cstdint>

#include "flat_map.hpp"

namespace kit::sim {

/// The operations that lanes did: `lanes` says how many entered each basic block, by the address
/// that its instrumentation call returns to. Operations are those that a GPU executes
/// (symbols/machine_code.hpp). 0 where the machine code cannot be read. For the thread that ends
/// launches.
std::uint64_t count_flops(const FlatMap<std::uint64_t>& lanes);

}  // namespace kit::sim
