/// @file
/// Adds in double precision and rounds once.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
          const int u = std::clamp(x + i, 0, width - 1), v = std::clamp(y + j, 0, height - 1);
          if (border == kit::Border::zero && (u != x + i || v != y + j)) continue;
          sum += double(filter[(j + radius) * filter_width + i + radius]) * input[v * width + u];
        }
      output[y * width + x] = static_cast<float>(sum);
    }
}

}  // namespace lab01
