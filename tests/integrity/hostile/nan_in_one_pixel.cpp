/// @file
/// Right but for one NaN in the last pixel.
#include <limits>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  output[width * height - 1] = std::numeric_limits<float>::quiet_NaN();
}

}  // namespace lab01
