/// @file
/// Lab 01, challenge: one parallel region; each thread has a band of rows, a barrier parts the passes.
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const int r = filter_width / 2;
  const bool clamp = border == kit::Border::clamp;
  const std::unique_ptr<float[]> middle(new float[static_cast<std::size_t>(width) * height]);
#pragma omp parallel
  {
    const long long threads = omp_get_num_threads();
    const long long me = omp_get_thread_num();
    const int begin = static_cast<int>(height * me / threads);
    const int end = static_cast<int>(height * (me + 1) / threads);

    for (int y = begin; y < end; ++y) {
      const float* const in = input + static_cast<std::ptrdiff_t>(y) * width;
      float* const out = middle.get() + static_cast<std::ptrdiff_t>(y) * width;
      for (int x = 0; x < width; ++x) {
        // Neighbours low ... high are in the image; what is beyond counts with their sums of weights.
        const int low = std::max(-r, -x);
        const int high = std::min(r, width - 1 - x);
        float sum = 0.0f;
        for (int d = low; d <= high; ++d) sum += row_filter[d + r] * in[x + d];
        if (clamp) {
          for (int d = -r; d < low; ++d) sum += row_filter[d + r] * in[0];
          for (int d = high + 1; d <= r; ++d) sum += row_filter[d + r] * in[width - 1];
        }
        out[x] = sum;
      }
    }

#pragma omp barrier

    for (int y = begin; y < end; ++y) {
      float* const out = output + static_cast<std::ptrdiff_t>(y) * width;
      for (int d = -r; d <= r; ++d) {
        const int row = std::min(std::max(y + d, 0), height - 1);
        const float weight = row == y + d || clamp ? column_filter[d + r] : 0.0f;
        const float* const in = middle.get() + static_cast<std::ptrdiff_t>(row) * width;
        if (d == -r) {
          for (int x = 0; x < width; ++x) out[x] = weight * in[x];
        } else if (weight != 0.0f) {
          for (int x = 0; x < width; ++x) out[x] += weight * in[x];
        }
      }
    }
  }
}

}  // namespace lab01
