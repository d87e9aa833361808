/// @file
/// Lab 09's cases, of all stages.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/lab/suite.hpp"

namespace kit::grader::lab09 {

inline constexpr double kHalf2Tolerance = 1.75;  // of the contract, for magnitudes over 8
// A blurred pixel below 256 is rounded to a multiple of 1/8, and so is 1/16 off at most; the
// weights of both differences add up to 16.
inline constexpr double kHalfStorageTolerance = 1;

/// Of the float stages. Their right outputs are multiples of 1/256, and exact in any order; this is
/// what rounding may do to a mistake's output, which a fault model has in double precision.
inline constexpr double kFloatTolerance = 1 / 1024.0;

std::vector<Case> edge_cases(std::uint64_t seed);

}  // namespace kit::grader::lab09
