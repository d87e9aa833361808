// Lab 01. No test per tap: each row of the filter is cut into the part left of the image, the part
// inside and the part right of it.
#include <algorithm>
#include <cstddef>

#include "lab.hpp"

namespace lab01 {
namespace {

/// One row of weights over one row of pixels, its middle on column x.
float row_product(const float* line, int width, const float* weights, int count, int x,
                  bool continued) {
  const int radius = count / 2;
  const int inside_from = std::clamp(radius - x, 0, count);
  const int inside_to = std::clamp(width + radius - x, 0, count);
  float sum = 0.0f;
  for (int i = inside_from; i < inside_to; ++i) sum += weights[i] * line[x - radius + i];
  if (continued) {
    for (int i = 0; i < inside_from; ++i) sum += weights[i] * line[0];
    for (int i = inside_to; i < count; ++i) sum += weights[i] * line[width - 1];
  }
  return sum;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const bool continued = border == kit::Border::clamp;
  const int radius = filter_width / 2;
  for (int y = 0; y != height; ++y) {
    // With a zero border, rows of the filter above and below the image are left out.
    const int j_begin = continued ? 0 : std::max(0, radius - y);
    const int j_end = continued ? filter_width : std::min(filter_width, height + radius - y);
    float* const out_line = output + static_cast<std::size_t>(y) * width;
    for (int x = 0; x != width; ++x) {
      float sum = 0.0f;
      for (int j = j_begin; j < j_end; ++j) {
        const int row = std::min(std::max(y - radius + j, 0), height - 1);
        sum += row_product(input + static_cast<std::size_t>(row) * width, width,
                           filter + static_cast<std::size_t>(j) * filter_width, filter_width, x,
                           continued);
      }
      out_line[x] = sum;
    }
  }
}

}  // namespace lab01
