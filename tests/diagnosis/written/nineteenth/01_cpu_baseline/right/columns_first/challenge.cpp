/// @file
/// Lab 01, challenge: the columns first, then the rows, in one parallel region. Read README.md
/// first.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

/// One pixel of a row near the edge, where a neighbour may be missing.
template <bool kRepeat>
float edge_pixel(const float* row, int width, int x, const float* filter, int filter_width) {
  float sum = 0.0f;
  for (int i = 0, from = x - filter_width / 2; i < filter_width; ++i, ++from) {
    const int nearest = std::clamp(from, 0, width - 1);
    if (kRepeat || nearest == from) sum += filter[i] * row[nearest];
  }
  return sum;
}

template <bool kRepeat>
void two_passes(const float* input, float* middle, float* output, int width, int height,
                const float* row_filter, const float* column_filter, int filter_width) {
  const int radius = filter_width / 2;
  // Pixels [low, high) of a row have all their neighbours.
  const int low = std::min(radius, width);
  const int high = std::max(low, width - radius);

#pragma omp parallel
  {
#pragma omp for
    for (int y = 0; y < height; ++y) {
      float* const sums = middle + std::size_t(y) * std::size_t(width);
      for (int x = 0; x < width; ++x) sums[x] = 0.0f;
      for (int j = 0; j < filter_width; ++j) {
        const int from = y + j - radius;
        const int nearest = std::clamp(from, 0, height - 1);
        if (!kRepeat && nearest != from) continue;
        const float* const row = input + std::size_t(nearest) * std::size_t(width);
        const float weight = column_filter[j];
        for (int x = 0; x < width; ++x) sums[x] += weight * row[x];
      }
    }
    // A loop shared out by "for" ends with a barrier.
#pragma omp for schedule(dynamic, 4)
    for (int y = 0; y < height; ++y) {
      const float* const row = middle + std::size_t(y) * std::size_t(width);
      float* const result = output + std::size_t(y) * std::size_t(width);
      for (int x = 0; x < low; ++x) {
        result[x] = edge_pixel<kRepeat>(row, width, x, row_filter, filter_width);
      }
      std::fill(result + low, result + high, 0.0f);
      for (int i = 0; i < filter_width; ++i) {
        const float weight = row_filter[i];
        for (int x = low; x < high; ++x) result[x] += weight * row[x + i - radius];
      }
      for (int x = high; x < width; ++x) {
        result[x] = edge_pixel<kRepeat>(row, width, x, row_filter, filter_width);
      }
    }
  }
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  std::vector<float> middle(std::size_t(width) * std::size_t(height));
  float* const sums = middle.data();
  if (border == kit::Border::clamp) {
    two_passes<true>(input, sums, output, width, height, row_filter, column_filter, filter_width);
  } else {
    two_passes<false>(input, sums, output, width, height, row_filter, column_filter, filter_width);
  }
}

}  // namespace lab01
