// Lab 01, challenge. One team for both passes. In the first, each thread copies a row into a line
// of its own that is longer by the border on both sides, so that its loops need no test.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "lab.hpp"

namespace lab01 {

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const std::size_t radius = static_cast<std::size_t>(filter_width / 2);
  const std::size_t columns = static_cast<std::size_t>(width);
  const auto between = std::make_unique<float[]>(columns * static_cast<std::size_t>(height));
  std::vector<float> zeros(columns, 0.0f);

  // The line that stands at row y of the image in between, also beyond its edge.
  const auto line_at = [&](long y) -> const float* {
    if (y >= 0 && y < height) return &between[static_cast<std::size_t>(y) * columns];
    if (border == kit::Border::zero) return zeros.data();
    return &between[y < 0 ? 0 : static_cast<std::size_t>(height - 1) * columns];
  };

#pragma omp parallel
  {
    std::vector<float> padded(columns + 2 * radius);
#pragma omp for schedule(dynamic, 4)
    for (int y = 0; y < height; ++y) {
      const float* const row = input + static_cast<std::size_t>(y) * columns;
      const bool clamped = border == kit::Border::clamp;
      std::fill_n(padded.begin(), radius, clamped ? row[0] : 0.0f);
      std::copy_n(row, columns, padded.begin() + static_cast<std::ptrdiff_t>(radius));
      std::fill_n(padded.begin() + static_cast<std::ptrdiff_t>(radius + columns), radius,
                  clamped ? row[width - 1] : 0.0f);
      float* const target = &between[static_cast<std::size_t>(y) * columns];
      for (int i = 0; i < filter_width; ++i) {
        const float* const shifted = padded.data() + i;
        const float weight = row_filter[i];
#pragma omp simd
        for (int x = 0; x < width; ++x) target[x] += weight * shifted[x];
      }
    }  // everybody waits here
#pragma omp for schedule(static)
    for (int y = 0; y < height; ++y) {
      float* const target = output + static_cast<std::size_t>(y) * columns;
      const long top = static_cast<long>(y) - static_cast<long>(radius);
      const float* line = line_at(top);
      for (int x = 0; x < width; ++x) target[x] = column_filter[0] * line[x];
      for (int j = 1; j < filter_width; ++j) {
        line = line_at(top + j);
        const float weight = column_filter[j];
        for (int x = 0; x < width; ++x) target[x] += weight * line[x];
      }
    }
  }
}

}  // namespace lab01
