/// @file
/// Endless recursion.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

int deeper(volatile int* level) {
  volatile int more = *level + 1;
  return deeper(&more) + more;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  volatile int level = 0;
  output[0] = float(deeper(&level));
}

}  // namespace lab01
