/// @file
/// Lab 01, challenge: one team of threads for both passes; the second sums in strips of 64 columns.
#include <algorithm>
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {
namespace {

constexpr int kStrip = 64;

/// One row filtered along x; each pixel is summed in a register.
void filter_row(const float* in, float* out, int width, const float* weights, int filter_width,
                bool clamped) {
  const int radius = filter_width / 2;
  for (int x = 0; x < width; ++x) {
    const int first = std::max(0, radius - x);
    const int last = std::min(filter_width, width + radius - x);
    float sum = 0.0f;
    if (clamped) {
      for (int i = 0; i < first; ++i) sum += weights[i] * in[0];
    }
    const float* under = in + (x + first - radius);
    for (int i = first; i < last; ++i) sum += weights[i] * under[i - first];
    if (clamped) {
      for (int i = last; i < filter_width; ++i) sum += weights[i] * in[width - 1];
    }
    out[x] = sum;
  }
}

/// Row y of the result from the whole image in between.
void filter_columns(const float* middle, float* out, int width, int height, int y,
                    const float* weights, int filter_width, bool clamped) {
  const int radius = filter_width / 2;
  for (int start = 0; start < width; start += kStrip) {
    const int count = std::min(kStrip, width - start);
    float sums[kStrip] = {};
    for (int j = 0; j < filter_width; ++j) {
      const int wanted = y + j - radius;
      const int found = std::clamp(wanted, 0, height - 1);
      if (wanted != found && !clamped) continue;
      const float* in = middle + static_cast<std::size_t>(found) * width + start;
      for (int k = 0; k < count; ++k) sums[k] += weights[j] * in[k];
    }
    std::copy_n(sums, count, out + start);
  }
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const bool clamped = border == kit::Border::clamp;
  const std::size_t pitch = static_cast<std::size_t>(width);
  // Not initialised: the first pass writes all of it.
  const std::unique_ptr<float[]> owner(new float[pitch * static_cast<std::size_t>(height)]);
  float* const middle = owner.get();

#pragma omp parallel
  {
#pragma omp for
    for (int y = 0; y < height; ++y) {
      filter_row(input + y * pitch, middle + y * pitch, width, row_filter, filter_width, clamped);
    }
    // All threads wait for each other at the end of the loop above.
#pragma omp for
    for (int y = 0; y < height; ++y) {
      filter_columns(middle, output + y * pitch, width, height, y, column_filter, filter_width,
                     clamped);
    }
  }
}

}  // namespace lab01
