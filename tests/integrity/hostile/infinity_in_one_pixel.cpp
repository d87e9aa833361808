/// @file
/// Right but for one infinity.
#include <limits>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  output[0] = std::numeric_limits<float>::infinity();
}

}  // namespace lab01
