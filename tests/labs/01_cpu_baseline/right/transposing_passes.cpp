// Right: one function filters lines and writes them transposed; called twice, it gives the image
// the way it was.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

// Filters `lines` lines of `length` pixels and writes the result transposed.
void pass(const float* from, float* to, int length, int lines, const float* weights, int taps,
          kit::Border border) {
  const int r = taps / 2;
#pragma omp parallel for schedule(guided)
  for (int line = 0; line < lines; ++line) {
    const float* const row = from + line * length;
    for (int k = 0; k < length; ++k) {
      const int first = std::max(0, r - k);
      const int last = std::min(taps, length + r - k);
      float sum = 0.0f;
      for (int t = first; t < last; ++t) sum += weights[t] * row[k + t - r];
      if (border == kit::Border::clamp) {
        for (int t = 0; t < std::min(first, taps); ++t) sum += weights[t] * row[0];
        for (int t = std::max(last, 0); t < taps; ++t) sum += weights[t] * row[length - 1];
      }
      to[k * lines + line] = sum;
    }
  }
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  std::vector<float> transposed(std::size_t(width) * std::size_t(height));
  pass(input, transposed.data(), width, height, row_filter, filter_width, border);
  pass(transposed.data(), output, height, width, column_filter, filter_width, border);
}

}  // namespace lab01
