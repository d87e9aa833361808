/// @file
/// Lab 01: convolution on one CPU core, and what stands beyond the edge. Read README.md first.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
namespace {

/// The value at (x, y), which may lie outside the image: then what the border puts there.
float pixel_or_border(const float* image, int width, int height, int x, int y, kit::Border border) {
  const bool inside = x >= 0 && x < width && y >= 0 && y < height;
  if (inside) return image[y * width + x];
  if (border == kit::Border::zero) return 0.0f;
  const int nearest_x = std::clamp(x, 0, width - 1);
  const int nearest_y = std::clamp(y, 0, height - 1);
  return image[nearest_y * width + nearest_x];
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (int j = 0; j < filter_width; ++j) {
        const int source_y = y + j - radius;
        for (int i = 0; i < filter_width; ++i) {
          const int source_x = x + i - radius;
          const float weight = filter[j * filter_width + i];
          sum += weight * pixel_or_border(input, width, height, source_x, source_y, border);
        }
      }
      output[y * width + x] = sum;
    }
  }
}

}  // namespace lab01
