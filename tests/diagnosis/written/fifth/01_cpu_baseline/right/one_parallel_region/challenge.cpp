// Lab 01, challenge. One team of threads for both passes; the barrier at the end of the first
// worksharing loop stands between them. Sums are gathered per pixel.
#include <algorithm>
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const int radius = filter_width / 2;
  const bool clamped = border == kit::Border::clamp;
  const std::size_t stride = static_cast<std::size_t>(width);
  const std::unique_ptr<float[]> owner(new float[stride * static_cast<std::size_t>(height)]);
  float* const half_done = owner.get();

  // Taps [from, to) of a filter whose middle is on `place` lie inside 0 ... size - 1.
  const auto from = [=](int place) { return std::clamp(radius - place, 0, filter_width); };
  const auto to = [=](int place, int size) {
    return std::clamp(size + radius - place, 0, filter_width);
  };

#pragma omp parallel default(shared)
  {
#pragma omp for schedule(dynamic, 4)
    for (int y = 0; y < height; ++y) {
      const float* const in = input + y * stride;
      float* const out = half_done + y * stride;
      for (int x = 0; x < width; ++x) {
        const int a = from(x);
        const int b = to(x, width);
        float sum = 0.0f;
        for (int i = a; i < b; ++i) sum += row_filter[i] * in[x + i - radius];
        if (clamped) {
          for (int i = 0; i < a; ++i) sum += row_filter[i] * in[0];
          for (int i = b; i < filter_width; ++i) sum += row_filter[i] * in[width - 1];
        }
        out[x] = sum;
      }
    }
    // Here all threads wait for each other: the next loop reads rows of all of them.
#pragma omp for schedule(static)
    for (int y = 0; y < height; ++y) {
      float* const out = output + y * stride;
      const int a = clamped ? 0 : from(y);
      const int b = clamped ? filter_width : to(y, height);
      std::fill_n(out, stride, 0.0f);
      for (int j = a; j < b; ++j) {
        const float* const in = half_done + std::clamp(y + j - radius, 0, height - 1) * stride;
        const float weight = column_filter[j];
#pragma omp simd
        for (int x = 0; x < width; ++x) out[x] += weight * in[x];
      }
    }
  }
}

}  // namespace lab01
