/// @file
/// Lab 01, challenge: one team of threads for both passes, the rows dealt out by hand in turn, a
/// barrier between.
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const std::ptrdiff_t pitch = width;
  const int radius = filter_width / 2;
  const std::unique_ptr<float[]> owner(new float[pitch * height]);
  float* const between = owner.get();

#pragma omp parallel default(none) \
    shared(input, output, width, height, row_filter, column_filter, filter_width, border) \
    firstprivate(pitch, radius, between)
  {
    const int me = omp_get_thread_num();
    const int threads = omp_get_num_threads();

    for (int y = me; y < height; y += threads) {
      const float* const line = input + y * pitch;
      for (int x = 0; x < width; ++x) {
        const int start = x - radius;
        const bool whole = start >= 0 && start + filter_width <= width;
        float sum = 0.0f;
        if (whole) {
          for (int i = 0; i < filter_width; ++i) sum += row_filter[i] * line[start + i];
        } else {
          for (int i = 0; i < filter_width; ++i) {
            const int column = std::clamp(start + i, 0, width - 1);
            const bool counts = column == start + i || border == kit::Border::clamp;
            sum += counts ? row_filter[i] * line[column] : 0.0f;
          }
        }
        between[y * pitch + x] = sum;
      }
    }

#pragma omp barrier

    const int share = (height + threads - 1) / threads;
    const int end = static_cast<int>(
        std::min<std::ptrdiff_t>(height, (std::ptrdiff_t(me) + 1) * share));
    for (std::ptrdiff_t y = std::ptrdiff_t(me) * share; y < end; ++y) {
      float* const result = output + y * pitch;
      std::fill_n(result, width, 0.0f);
      for (int j = 0; j < filter_width; ++j) {
        const std::ptrdiff_t wanted = y + j - radius;
        const std::ptrdiff_t row = std::clamp<std::ptrdiff_t>(wanted, 0, height - 1);
        if (row != wanted && border == kit::Border::zero) continue;
        const float* const line = between + row * pitch;
        const float weight = column_filter[j];
#pragma omp simd
        for (int x = 0; x < width; ++x) result[x] += weight * line[x];
      }
    }
  }
}

}  // namespace lab01
