/// @file
/// Lab 01, challenge: one function makes both passes; a lambda says where a pass reads.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

/// out(x, y) = sum over k of weights[k] * fetch(x, y, k - count / 2).
template <typename Fetch>
void pass(float* out, int width, int height, const float* weights, int count, const Fetch& fetch) {
  const int radius = count / 2;
#pragma omp parallel for schedule(dynamic, 2)
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (int k = -radius; k <= radius; ++k) {
        sum += weights[k + radius] * fetch(x, y, k);
      }
      out[static_cast<std::size_t>(y) * width + x] = sum;
    }
  }
}

/// The place to read of `size` places, or -1 where a zero stands.
inline int place(int at, int size, kit::Border border) {
  if (at >= 0 && at < size) return at;
  if (border == kit::Border::zero) return -1;
  return at < 0 ? 0 : size - 1;
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const std::size_t pitch = static_cast<std::size_t>(width);
  std::vector<float> between(pitch * static_cast<std::size_t>(height));
  const float* const seen = between.data();

  pass(between.data(), width, height, row_filter, filter_width, [=](int x, int y, int k) {
    const int px = place(x + k, width, border);
    return px < 0 ? 0.0f : input[y * pitch + px];
  });
  pass(output, width, height, column_filter, filter_width, [=](int x, int y, int k) {
    const int py = place(y + k, height, border);
    return py < 0 ? 0.0f : seen[py * pitch + x];
  });
}

}  // namespace lab01
