/// @file
/// What one input value leads to. Where an operation is linear, the output for an input that is 0
/// but for a single 1 holds the numbers by which that value is multiplied, each at the output that
/// it belongs to: what a wrong output only adds up lies open there.
#pragma once

#include <string>

#include "grader/lab/weight_grid.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// The input value that was 1.
struct Impulse {
  int x = 0, y = 0, channel = 0;
};

/// In words, how the response differs from the right one, both of the output's shape: "An image of
/// zeros with a single 1 at x=3, y=4 shows it: ...". Empty if no value differs by more than
/// `tolerance`.
std::string describe_response(const Image<double>& right, const Image<double>& got,
                              const Impulse& impulse, const WeightGrid& weights, double tolerance);

}  // namespace kit::grader
