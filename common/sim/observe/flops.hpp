/// @file
/// Floating-point operations of each basic block, from the program's own machine code.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace kit::sim {

/// Operations per basic block, whose key is the address to which its instrumentation call returns.
using BlockFlops = std::map<std::uint32_t, unsigned>;

/// The blocks from address `first` to `last`, both included and both such addresses, at least.
/// Operations count as a GPU executes them: additions, subtractions and multiplications one for
/// each value, fused multiply-adds two, divisions, square roots and expf what docs/simulator.md
/// says, minima and maxima nothing. Empty where objdump is not to be had. For the thread that ends
/// launches.
const BlockFlops& flops_by_block(std::uint32_t first, std::uint32_t last);

/// Where instrumentation calls return to, as far as flops_by_block() has looked: places whose lines
/// may be asked for. Some may come more than once.
std::vector<std::uint32_t> observed_places();

}  // namespace kit::sim
