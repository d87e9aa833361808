/// @file
/// Prints while it works, as one does when looking for a mistake.
#include <cstdio>
#include <iostream>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  std::cout << "image " << width << " x " << height << std::endl;
  std::printf("filter %d\n", filter_width);
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
