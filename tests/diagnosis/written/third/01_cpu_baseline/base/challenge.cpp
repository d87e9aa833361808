/// @file
/// Lab 01, challenge: two separable passes, rows shared among the cores. Read README.md first.
/// Every inner loop adds a multiple of one row to another, which compilers vectorise.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const int radius = filter_width / 2;
  std::vector<float> filtered_rows(static_cast<std::size_t>(width) * height);
  float* const between = filtered_rows.data();

#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float* const source = input + static_cast<std::size_t>(y) * width;
    float* const target = between + static_cast<std::size_t>(y) * width;
    for (int i = 0; i < filter_width; ++i) {
      const float weight = row_filter[i];
      const int shift = i - radius;
      // Pixels in [first, last) have their neighbour inside the row.
      const int first = std::clamp(-shift, 0, width);
      const int last = std::clamp(width - shift, 0, width);
      for (int x = first; x < last; ++x) target[x] += weight * source[x + shift];
      if (border == kit::Border::clamp) {
        for (int x = 0; x < first; ++x) target[x] += weight * source[0];
        for (int x = last; x < width; ++x) target[x] += weight * source[width - 1];
      }
    }
  }

#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    float* const result = output + static_cast<std::size_t>(y) * width;
    std::fill(result, result + width, 0.0f);
    for (int j = 0; j < filter_width; ++j) {
      const float factor = column_filter[j];
      int row = y + j - radius;
      if (row < 0 || row >= height) {
        if (border == kit::Border::zero) continue;
        row = std::clamp(row, 0, height - 1);
      }
      const float* const line = between + static_cast<std::size_t>(row) * width;
      for (int x = 0; x < width; ++x) result[x] += factor * line[x];
    }
  }
}

}  // namespace lab01
