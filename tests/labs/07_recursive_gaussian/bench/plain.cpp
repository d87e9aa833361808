// Vector instructions are off, as the sources' compilers used none here.
#pragma GCC optimize("no-tree-vectorize")

#include "plain.hpp"

#include <cstddef>
#include <vector>

namespace kit::plain {
namespace {

/// There and back along one line of `length` values that stand `step` apart.
void recursive_line(const float* in, float* out, int length, std::ptrdiff_t step,
                    const RecursiveCoefficients& c) {
  const float p = float(c.p), e1 = float(c.e1), e2 = float(c.e2);
  float u = in[0], w = in[0], d = 0;
  for (int k = 0; k < length; ++k) {
    u += p * (in[k * step] - u);
    d = e1 * (u - w) + e2 * d;
    w += d;
    out[k * step] = w;
  }
  // The state in which the backward pass starts, were the line to go on for ever.
  const float x = in[(length - 1) * step];
  const double state[3] = {u - x, w - x, d};
  double start[3] = {x, x, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) start[i] += c.end_cascade[3 * i + j] * state[j];
  }
  u = float(start[0]), w = float(start[1]), d = float(start[2]);
  for (int k = length - 1; k >= 0; --k) {
    u += p * (out[k * step] - u);
    d = e1 * (u - w) + e2 * d;
    w += d;
    out[k * step] = w;
  }
}

}  // namespace

void recursive_gaussian(const float* input, float* output, int width, int height,
                        const RecursiveCoefficients& c) {
  std::vector<float> between(std::size_t(width) * std::size_t(height));
  for (int y = 0; y < height; ++y) {
    recursive_line(input + std::ptrdiff_t(y) * width, between.data() + std::ptrdiff_t(y) * width,
                   width, 1, c);
  }
  for (int x = 0; x < width; ++x) {
    recursive_line(between.data() + x, output + x, height, width, c);
  }
}

}  // namespace kit::plain
