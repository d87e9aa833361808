/// @file
/// Seeds of a grading's parts.
#pragma once

#include <cstdint>

#include "grader/protocol/poison.hpp"

namespace kit::grader {

/// Seeds that have nothing to do with each other, from the grading's seed.
inline std::uint64_t derive(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  return mix_bits(seed + mix_bits(1000 * purpose + index));
}

}  // namespace kit::grader
