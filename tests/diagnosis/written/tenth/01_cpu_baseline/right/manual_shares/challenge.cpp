// Lab 01, challenge. One team of threads for both passes; each thread computes its own share of the
// rows, and a barrier stands between the passes.
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {
namespace {

struct Rows {
  int begin;
  int end;
};

Rows share_of(int rows, int thread, int threads) {
  const auto edge = [&](long long k) { return static_cast<int>(k * rows / threads); };
  return {edge(thread), edge(thread + 1)};
}

// One row along x. Outside of [left, right) the filter hangs over an end of the row.
void filter_row(const float* in, float* out, int width, const float* taps, int count,
                kit::Border border) {
  const int radius = count / 2;
  const int left = std::min(radius, width);
  const int right = std::max(left, width - radius);

  const auto with_tests = [&](int x) {
    float sum = 0.0f;
    for (int i = 0; i < count; ++i) {
      const int u = x - radius + i;
      if (u >= 0 && u < width) {
        sum += taps[i] * in[u];
      } else if (border == kit::Border::clamp) {
        sum += taps[i] * (u < 0 ? in[0] : in[width - 1]);
      }
    }
    out[x] = sum;
  };

  for (int x = 0; x < left; ++x) with_tests(x);
  for (int x = left; x < right; ++x) {
    const float* const window = in + (x - radius);
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < count; ++i) sum += taps[i] * window[i];
    out[x] = sum;
  }
  for (int x = right; x < width; ++x) with_tests(x);
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const std::size_t pitch = static_cast<std::size_t>(width);
  const std::unique_ptr<float[]> storage(new float[pitch * height]);
  float* const half_done = storage.get();
  const int radius = filter_width / 2;

#pragma omp parallel default(none)                                                           \
    shared(input, output, width, height, row_filter, column_filter, filter_width, border, pitch, \
               half_done, radius)
  {
    const Rows mine = share_of(height, omp_get_thread_num(), omp_get_num_threads());
    for (int y = mine.begin; y < mine.end; ++y) {
      filter_row(input + y * pitch, half_done + y * pitch, width, row_filter, filter_width, border);
    }
#pragma omp barrier
    for (int y = mine.begin; y < mine.end; ++y) {
      float* const out = output + y * pitch;
      for (int x = 0; x < width; ++x) out[x] = 0.0f;
      for (int j = 0; j < filter_width; ++j) {
        const int wanted = y - radius + j;
        const int v = std::min(std::max(wanted, 0), height - 1);
        if (v != wanted && border == kit::Border::zero) continue;
        const float* const line = half_done + v * pitch;
        const float tap = column_filter[j];
#pragma omp simd
        for (int x = 0; x < width; ++x) out[x] += tap * line[x];
      }
    }
  }
}

}  // namespace lab01
