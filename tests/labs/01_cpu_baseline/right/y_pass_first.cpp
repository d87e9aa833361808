// Right: the pass along y comes first, and the pass along x shares both of its loops out
// (collapse).
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "lab.hpp"

namespace lab01 {
void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const int r = filter_width / 2;
  const bool repeat = border == kit::Border::clamp;
  const auto mid = std::make_unique<float[]>(std::size_t(width) * std::size_t(height));
  float* const m = mid.get();

#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; ++y) {
    float* const out = m + y * width;
    for (int j = 0; j < filter_width; ++j) {
      const int v = y + j - r;
      const int nearest = std::clamp(v, 0, height - 1);
      if (v != nearest && !repeat) continue;
      const float w = column_filter[j];
      const float* const row = input + nearest * width;
#pragma omp simd
      for (int x = 0; x < width; ++x) out[x] += w * row[x];
    }
  }
#pragma omp parallel for collapse(2)
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float* const row = m + y * width;
      float sum = 0.0f;
      for (int i = 0; i < filter_width; ++i) {
        const int u = x + i - r;
        if (u >= 0 && u < width)
          sum += row_filter[i] * row[u];
        else if (repeat)
          sum += row_filter[i] * (u < 0 ? row[0] : row[width - 1]);
      }
      output[y * width + x] = sum;
    }
  }
}

}  // namespace lab01
