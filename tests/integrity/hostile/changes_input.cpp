/// @file
/// Right, and spoils the input for whoever reads it next.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  const_cast<float*>(input)[0] += 1;
}

}  // namespace lab01
