/// @file
/// Lab 01: convolution on one CPU core. Whole windows take the fast way, all others ask the border.
#include <algorithm>
#include <cstddef>
#include <numeric>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int r = filter_width / 2;
  const auto row = [=](int y) { return input + static_cast<std::ptrdiff_t>(y) * width; };

  // The window lies wholly inside: a row of weights meets a row of pixels.
  const auto whole_window = [=](int x, int y) {
    float sum = 0.0f;
    for (int j = 0; j < filter_width; ++j) {
      const float* pixels = row(y - r + j) + (x - r);
      sum = std::inner_product(pixels, pixels + filter_width, filter + j * filter_width, sum);
    }
    return sum;
  };

  const auto cut_window = [=](int x, int y) {
    float sum = 0.0f;
    for (int j = 0; j < filter_width; ++j) {
      const int py = std::min(std::max(y - r + j, 0), height - 1);
      const bool row_outside = py != y - r + j;
      for (int i = 0; i < filter_width; ++i) {
        const int px = std::min(std::max(x - r + i, 0), width - 1);
        const bool outside = row_outside || px != x - r + i;
        if (outside && border != kit::Border::clamp) continue;
        sum += row(py)[px] * filter[j * filter_width + i];
      }
    }
    return sum;
  };

  float* next = output;
  for (int y = 0; y < height; ++y) {
    const bool rows_inside = y - r >= 0 && y + r < height;
    for (int x = 0; x < width; ++x) {
      const bool inside = rows_inside && x - r >= 0 && x + r < width;
      *next++ = inside ? whole_window(x, y) : cut_window(x, y);
    }
  }
}

}  // namespace lab01
