/// @file
/// Lab 01, challenge: a task for some rows, two task loops. The end of a task loop waits for all its
/// tasks. The intermediate image is kept turned, column after column.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

/// Sum over a line of `length` values, `weights` laid with its middle on `centre`.
float weighted(const float* line, int length, int centre, const float* weights, int taps,
               kit::Border border) {
  const int start = centre - taps / 2;
  const int first = std::clamp(-start, 0, taps);
  const int last = std::clamp(length - start, 0, taps);
  float sum = 0.0f;
  for (int i = first; i < last; ++i) sum += weights[i] * line[start + i];
  if (border == kit::Border::zero) return sum;
  for (int i = 0; i < first; ++i) sum += weights[i] * line[0];
  for (int i = last; i < taps; ++i) sum += weights[i] * line[length - 1];
  return sum;
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  std::vector<float> turned(static_cast<std::size_t>(width) * height);
  float* const between = turned.data();

#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(4)
    for (int y = 0; y < height; ++y) {
      const float* const line = input + static_cast<std::size_t>(y) * width;
      for (int x = 0; x < width; ++x) {
        between[static_cast<std::size_t>(x) * height + y] =
            weighted(line, width, x, row_filter, filter_width, border);
      }
    }

#pragma omp taskloop grainsize(4)
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const float* const column = between + static_cast<std::size_t>(x) * height;
        output[static_cast<std::size_t>(y) * width + x] =
            weighted(column, height, y, column_filter, filter_width, border);
      }
    }
  }
}

}  // namespace lab01
