/// @file
/// Right, and one row more than the image has.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  std::fill_n(output + width * height, width, 1.0f);
}

}  // namespace lab01
