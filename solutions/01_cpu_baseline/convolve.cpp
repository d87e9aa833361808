/// @file
/// Lab 01: convolution on one CPU core, and what stands beyond the edge. Read README.md first.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
namespace {

/// The value at (x, y), which may lie outside the image: then what the border puts there.
float pixel_or_border(const float* image, int width, int height, int x, int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (int j = 0; j < filter_width; ++j) {
        for (int i = 0; i < filter_width; ++i) {
          const float weight = filter[j * filter_width + i];
          sum += weight *
                 pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
        }
      }
      // A local sum and one store: the compiler may not keep output[...] in a register by itself,
      // because for all it knows output and input are the same memory.
      output[y * width + x] = sum;
    }
  }
}

}  // namespace lab01
