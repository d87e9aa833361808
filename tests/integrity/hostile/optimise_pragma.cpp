/// @file
/// Asks for fast-math, under which comparisons with NaN lie.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

#pragma GCC optimize("fast-math")

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
