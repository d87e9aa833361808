/// @file
/// Lab 01: convolution on one CPU core, and what stands beyond the edge. Read README.md first.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
namespace {

/// The value at (x, y), which may lie outside the image: then what the border puts there.
float pixel_or_border(const float* image, int width, int height, int x, int y, kit::Border border) {
  const bool outside = x < 0 || x >= width || y < 0 || y >= height;
  if (outside && border == kit::Border::zero) {
    return 0.0f;
  }
  const int px = std::clamp(x, 0, width - 1);
  const int py = std::clamp(y, 0, height - 1);
  return image[py * width + px];
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
          const float value =
              pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
          sum += filter[j * filter_width + i] * value;
        }
      }
      output[y * width + x] = sum;
    }
  }
}

}  // namespace lab01
