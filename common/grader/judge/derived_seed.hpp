/// @file
/// Seeds of a grading's parts.
#pragma once

#include <cstdint>

#include "kit/synthetic.hpp"

namespace kit::grader {

/// What a seed is for. A worker is told those of orders and of poison, and sees the inputs: none of
/// them may tell another one, or the grading's.
enum class SeedFor : std::uint64_t {
  first_order = 1,  ///< of blocks and warps
  second_order,
  first_poison,
  second_poison,
  order_alone,
  poison_alone,
  impulse_order,
  impulse_poison,
  observed_order,
  observed_poison,
  repair_poison,
  taps_order,
  taps_poison,
  kept_order,
  kept_poison
};

/// Seeds that have nothing to do with each other, from the grading's seed. In a class
/// (draw_random_from()) none of them tells another one to somebody who does not have the secret.
inline std::uint64_t derived_seed(std::uint64_t seed, SeedFor purpose, std::uint64_t index = 0) {
  const auto number = 1000 * static_cast<std::uint64_t>(purpose) + index;
  return Random(seed + Random(number).next()).next();
}

}  // namespace kit::grader
