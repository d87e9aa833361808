/// @file
/// Saved by an editor with other line ends.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
