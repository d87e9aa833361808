/// @file
/// The input itself.

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  (void)filter, (void)filter_width, (void)border;
  for (int i = 0; i < width * height; ++i) output[i] = input[i];
}

}  // namespace lab01
