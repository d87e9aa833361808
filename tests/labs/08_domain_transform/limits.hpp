/// @file
/// Lab 08's tolerance and the limits of its contract.
#pragma once

namespace kit::grader::lab08 {

/// For images in [0, 1] and a sigma_s up to 200. A step's power is off by some 1e-7, which the sum
/// over the 1.7 sigma that a state remembers makes about 1e-6; measured are 2e-6 on pictures and
/// noise, in whatever order steps are composed. A mistake costs 1e-3 and more.
inline constexpr double kTolerance = 1e-5;
/// Nothing Algorithm B compares with its reach may be nearer to it than rounding can move it.
inline constexpr double kClosestCall = 1e-3;
inline constexpr double kSmallestSigma = 0.5, kLargestSigma = 10000;  // of the contract
inline constexpr int kMostIterations = 16;                            // of the contract
inline constexpr int kManySections = 2000;  // of a line: more than a block has threads

}  // namespace kit::grader::lab08
