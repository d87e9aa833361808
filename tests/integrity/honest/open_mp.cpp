/// @file
/// The plain convolution on all cores.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = 0; j < filter_width; ++j)
        for (int i = 0; i < filter_width; ++i) {
          const int u = x + i - radius, v = y + j - radius;
          const bool inside = u >= 0 && v >= 0 && u < width && v < height;
          if (!inside && border == kit::Border::zero) continue;
          sum += filter[j * filter_width + i] *
                 input[std::clamp(v, 0, height - 1) * width + std::clamp(u, 0, width - 1)];
        }
      output[y * width + x] = sum;
    }
}

}  // namespace lab01
