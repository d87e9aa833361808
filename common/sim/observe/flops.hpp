/// @file
/// Floating-point operations of each basic block, from the program's own machine code.
#pragma once

#include <cstdint>
#include <map>

namespace kit::sim {

/// Operations per basic block, whose key is the address to which its instrumentation call returns.
using BlockFlops = std::map<std::uint32_t, unsigned>;

/// The blocks from address `first` to `last`, both included and both such addresses, at least.
/// Operations count as a GPU executes them: additions, subtractions and multiplications one for
/// each value, fused multiply-adds two, divisions, square roots and expf what docs/simulator.md
/// says, minima and maxima nothing. Empty where objdump is not to be had. For the thread that ends
/// launches.
const BlockFlops& flops_by_block(std::uint32_t first, std::uint32_t last);

}  // namespace kit::sim
