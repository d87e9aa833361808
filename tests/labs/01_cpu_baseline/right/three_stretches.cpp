// Right: columns outside rows, the filter from its last row, each row in three stretches: left
// of the image, inside, right of it.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int r = filter_width / 2;
  for (int x = 0; x < width; ++x) {
    // Weights [begin, end) of each row of the filter lie inside.
    const int begin = std::clamp(r - x, 0, filter_width);
    const int end = std::clamp(width + r - x, 0, filter_width);
    for (int y = 0; y < height; ++y) {
      float whole = 0.0f;
      for (int j = filter_width - 1; j >= 0; --j) {
        const int v = y + j - r;
        if (border == kit::Border::zero && (v < 0 || v >= height)) continue;
        const float* const row = input + std::clamp(v, 0, height - 1) * width;
        const float* const w = filter + j * filter_width;
        float part = 0.0f;
        for (int i = begin; i < end; ++i) part += w[i] * row[x + i - r];
        if (border == kit::Border::clamp) {
          for (int i = 0; i < begin; ++i) part += w[i] * row[0];
          for (int i = end; i < filter_width; ++i) part += w[i] * row[width - 1];
        }
        whole += part;
      }
      output[y * width + x] = whole;
    }
  }
}

}  // namespace lab01
