/// @file
/// Lab 01: where each neighbour comes from is worked out once, in two tables; one loop over all pixels.
#include <cstddef>
#include <utility>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

constexpr int kNothing = -1;

/// For places -radius ... size - 1 + radius along one axis: the place to read, or kNothing.
std::vector<int> places(int size, int radius, kit::Border border) {
  std::vector<int> table;
  table.reserve(std::size_t(size) + 2 * radius);
  for (int k = 0; k < radius; ++k) table.push_back(border == kit::Border::clamp ? 0 : kNothing);
  for (int k = 0; k < size; ++k) table.push_back(k);
  for (int k = 0; k < radius; ++k)
    table.push_back(border == kit::Border::clamp ? size - 1 : kNothing);
  return table;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const std::vector<int> columns = places(width, filter_width / 2, border);
  const std::vector<int> rows = places(height, filter_width / 2, border);
  for (int pixel = 0; pixel < width * height; ++pixel) {
    const auto [y, x] = std::pair(pixel / width, pixel % width);
    const float* weight = filter;
    float total = 0;
    for (int j = y; j < y + filter_width; ++j) {
      if (rows[j] == kNothing) {
        weight += filter_width;
        continue;
      }
      const float* const source = input + rows[j] * static_cast<std::ptrdiff_t>(width);
      for (int i = x; i < x + filter_width; ++i, ++weight)
        if (columns[i] != kNothing) total += *weight * source[columns[i]];
    }
    output[pixel] = total;
  }
}

}  // namespace lab01
