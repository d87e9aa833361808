/// @file
/// Prints without end.
#include <cstdio>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  static const char line[] = "all work and no play makes Jack a dull boy; all work and no play\n";
  for (int i = 0; i < 20000000; ++i) std::fputs(line, stdout);
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
