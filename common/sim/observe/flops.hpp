/// @file
/// Floating-point operations of each basic block, from the program's own machine code.
#pragma once

#include <cstdint>
#include <map>

namespace kit::sim {

/// Operations of the basic block whose instrumentation call returns to the key's address.
/// Additions, subtractions, multiplications, divisions, square roots and minimum/maximum count one
/// for each value, fused multiply-adds two. Empty where objdump is not to be had.
const std::map<std::uint32_t, unsigned>& flops_by_block();

}  // namespace kit::sim
