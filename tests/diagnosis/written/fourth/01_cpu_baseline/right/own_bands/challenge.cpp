// Lab 01, challenge. Every thread computes which rows are its own; one barrier between the passes.
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

struct Band {
  int first, last;  // rows in [first, last)
};

Band band_of(int thread, int threads, int rows) {
  const auto cut = [=](int t) {
    return static_cast<int>(static_cast<long long>(rows) * t / threads);
  };
  return {cut(thread), cut(thread + 1)};
}

// The sum of weights[k] * samples[k * step] around position `at` of a line of `size` samples.
float tap_sum(const float* samples, std::size_t step, int size, int at, const float* weights,
              int count, kit::Border border) {
  const int begin = at - count / 2;
  float sum = 0.0f;
  for (int k = 0; k < count; ++k) {
    int place = begin + k;
    if (border == kit::Border::clamp) {
      place = std::clamp(place, 0, size - 1);
    } else if (place < 0 || place >= size) {
      continue;
    }
    sum += weights[k] * samples[static_cast<std::size_t>(place) * step];
  }
  return sum;
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const std::size_t stride = static_cast<std::size_t>(width);
  std::vector<float> between(stride * static_cast<std::size_t>(height));

#pragma omp parallel default(none) \
    shared(input, output, width, height, row_filter, column_filter, filter_width, border, stride, \
               between)
  {
    const Band mine = band_of(omp_get_thread_num(), omp_get_num_threads(), height);
    for (int y = mine.first; y < mine.last; ++y) {
      const std::size_t start = static_cast<std::size_t>(y) * stride;
      for (int x = 0; x < width; ++x) {
        between[start + static_cast<std::size_t>(x)] =
            tap_sum(input + start, 1, width, x, row_filter, filter_width, border);
      }
    }
#pragma omp barrier
    for (int y = mine.first; y < mine.last; ++y) {
      for (int x = 0; x < width; ++x) {
        output[static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x)] =
            tap_sum(between.data() + x, stride, height, y, column_filter, filter_width, border);
      }
    }
  }
}

}  // namespace lab01
