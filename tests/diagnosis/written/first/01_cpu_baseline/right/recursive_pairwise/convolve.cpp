/// @file
/// Lab 01: the products of a pixel are added up in pairs, by recursion over the filter's weights.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
namespace {

struct Problem {
  const float* image;
  const float* filter;
  int width, height, filter_width;
  kit::Border border;

  float product(int x, int y, int tap) const {
    const int sx = x + tap % filter_width - filter_width / 2;
    const int sy = y + tap / filter_width - filter_width / 2;
    const int nx = std::max(0, std::min(sx, width - 1));
    const int ny = std::max(0, std::min(sy, height - 1));
    const bool beyond = nx != sx || ny != sy;
    return beyond && border == kit::Border::zero ? 0.0f : filter[tap] * image[ny * width + nx];
  }

  /// The sum over the weights first ... first + count - 1.
  float sum(int x, int y, int first, int count) const {
    if (count == 1) return product(x, y, first);
    const int half = count / 2;
    return sum(x, y, first, half) + sum(x, y, first + half, count - half);
  }
};

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const Problem problem{input, filter, width, height, filter_width, border};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      *output++ = problem.sum(x, y, 0, filter_width * filter_width);
}

}  // namespace lab01
