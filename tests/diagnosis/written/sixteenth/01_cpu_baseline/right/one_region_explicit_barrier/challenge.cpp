/// @file
/// Lab 01, challenge: two separable passes in one parallel region. The image in between is turned,
/// so that the second pass reads along its rows too.
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {
namespace {

/// The pixel `at` of a line filtered along it.
float filtered(const float* line, int length, int at, const float* filter, int filter_width,
               bool repeat) {
  double sum = 0;
  int from = at - filter_width / 2;
  for (int k = 0; k < filter_width; ++k, ++from) {
    if (from >= 0 && from < length) {
      sum += double(filter[k]) * line[from];
    } else if (repeat) {
      sum += double(filter[k]) * line[from < 0 ? 0 : length - 1];
    }
  }
  return float(sum);
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const bool repeat = border == kit::Border::clamp;
  const std::unique_ptr<float[]> memory(new float[std::size_t(width) * std::size_t(height)]);
  float* const turned = memory.get();  // column x of the image is the row x, of `height` pixels

#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 4) nowait
    for (int y = 0; y < height; ++y) {
      const float* line = input + std::ptrdiff_t(y) * width;
      for (int x = 0; x < width; ++x) {
        turned[std::ptrdiff_t(x) * height + y] =
            filtered(line, width, x, row_filter, filter_width, repeat);
      }
    }

    // No thread may read columns before all rows are there.
#pragma omp barrier

#pragma omp for schedule(static, 1)
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const float* line = turned + std::ptrdiff_t(x) * height;
        output[std::ptrdiff_t(y) * width + x] =
            filtered(line, height, y, column_filter, filter_width, repeat);
      }
    }
  }
}

}  // namespace lab01
