// Vector instructions are off, as the sources' compilers used none here.
#pragma GCC optimize("no-tree-vectorize")

#include "plain.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace kit::plain {
namespace {

float pixel(const float* image, int width, int height, int x, int y, Border border) {
  if (border == Border::clamp) {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0F;
  }
  return image[std::ptrdiff_t(y) * width + x];
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, Border border) {
  const int radius = filter_width / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0F;
      for (int j = 0; j < filter_width; ++j) {
        for (int i = 0; i < filter_width; ++i) {
          sum += filter[j * filter_width + i] *
                 pixel(input, width, height, x + i - radius, y + j - radius, border);
        }
      }
      output[std::ptrdiff_t(y) * width + x] = sum;
    }
  }
}

void separable(const float* input, float* output, int width, int height, const float* row_weights,
               const float* column_weights, int taps, Border border) {
  const int radius = taps / 2;
  std::vector<float> between(std::size_t(width) * std::size_t(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0F;
      for (int i = 0; i < taps; ++i) {
        sum += row_weights[i] * pixel(input, width, height, x + i - radius, y, border);
      }
      between[std::size_t(y) * std::size_t(width) + std::size_t(x)] = sum;
    }
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0F;
      for (int j = 0; j < taps; ++j) {
        sum += column_weights[j] * pixel(between.data(), width, height, x, y + j - radius, border);
      }
      output[std::ptrdiff_t(y) * width + x] = sum;
    }
  }
}

void sobel_magnitude(const float* input, float* output, int width, int height, Border border) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto at = [&](int i, int j) {
        return pixel(input, width, height, x + i, y + j, border);
      };
      const float gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      const float gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      output[std::ptrdiff_t(y) * width + x] = std::sqrt(gx * gx + gy * gy);
    }
  }
}

}  // namespace kit::plain
