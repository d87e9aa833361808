/// @file
/// Names that look like forbidden ones: system_width, my_exit, read_pixel.

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

float read_pixel(const float* image, int at) {
  return image[at];
}
int my_exit(int system_width) {
  return system_width;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
  output[0] += 0 * read_pixel(input, my_exit(0));
}

}  // namespace lab01
