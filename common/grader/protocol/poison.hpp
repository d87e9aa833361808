/// @file
/// Bit patterns that no right program leaves behind. Outputs are filled with them before a launch,
/// so that what was never written shows, bit for bit; guard zones are filled with them to show
/// writes outside. Judge and worker compute the same pattern from the same seed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grader/protocol/shape.hpp"

namespace kit::grader {

/// Output function of SplitMix64 (Steele et al. 2014): 64 well-mixed bits of `value`.
std::uint64_t mix_bits(std::uint64_t value);

/// Value `index` of the pattern, in the low bits. f32: a signalling NaN with a sign and a 22-bit
/// payload of its own: copying it elsewhere shows, and arithmetic on it gives other bits, so that
/// what was computed from it is not taken for unwritten. Other types: random bits.
std::uint32_t poison_value(DType type, std::uint64_t seed, std::size_t index);

/// Fills `count` values at `memory` (aligned for the type) with the pattern.
void fill_poison(void* memory, DType type, std::size_t count, std::uint64_t seed);

/// True if value `index` at `memory` still holds the pattern of `seed`.
bool is_poison(const void* memory, DType type, std::size_t index, std::uint64_t seed);

/// True if the first `count` values at `memory` all do.
bool all_poison(const void* memory, DType type, std::size_t count, std::uint64_t seed);

}  // namespace kit::grader
