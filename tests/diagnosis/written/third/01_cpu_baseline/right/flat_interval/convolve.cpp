/// @file
/// Lab 01: one loop over all pixels; each filter row is cut into left of the image, inside, right.
#include <algorithm>
#include <numeric>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  const bool nearest = border == kit::Border::clamp;

  const auto along_row = [=](const float* weights, const float* line, int start, float sum) {
    const int from = std::clamp(-start, 0, filter_width);
    const int to = std::clamp(width - start, 0, filter_width);
    if (nearest) {
      for (int i = 0; i < from; ++i) sum += weights[i] * line[0];
    }
    if (from < to) sum = std::inner_product(weights + from, weights + to, line + (start + from), sum);
    if (nearest) {
      for (int i = to; i < filter_width; ++i) sum += weights[i] * line[width - 1];
    }
    return sum;
  };

  const int pixels = width * height;
  for (int pixel = 0; pixel < pixels; ++pixel) {
    const int y = pixel / width, x = pixel % width;
    float sum = 0.0f;
    int j = filter_width;
    while (j-- > 0) {
      const int wanted = y + j - radius;
      const int row = std::clamp(wanted, 0, height - 1);
      if (nearest || row == wanted) {
        sum = along_row(filter + j * filter_width, input + row * width, x - radius, sum);
      }
    }
    output[pixel] = sum;
  }
}

}  // namespace lab01
