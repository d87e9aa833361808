/// @file
/// Hides its accesses from the simulator.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

__attribute__((no_sanitize("thread"))) float first(const float* values) {
  return *values;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  output[0] = output[0] + 0 * first(input);
}

}  // namespace lab01
