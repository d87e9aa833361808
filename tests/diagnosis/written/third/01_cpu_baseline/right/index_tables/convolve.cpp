/// @file
/// Lab 01: the border is worked out once per column and once per row, in two tables of indices.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

constexpr int kNothing = -1;

/// For each place from -radius to length + radius - 1: which pixel stands there.
std::vector<int> places(int length, int radius, kit::Border border) {
  std::vector<int> table(static_cast<std::size_t>(length) + 2 * static_cast<std::size_t>(radius));
  int place = -radius;
  std::generate(table.begin(), table.end(), [&]() mutable {
    const int nearest = std::min(std::max(place, 0), length - 1);
    const bool inside = nearest == place++;
    return inside || border == kit::Border::clamp ? nearest : kNothing;
  });
  return table;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  const std::vector<int> columns = places(width, radius, border);
  const std::vector<int> rows = places(height, radius, border);

  for (int y = 0; y < height; ++y) {
    const std::span<const int> my_rows(rows.data() + y, filter_width);
    for (int x = 0; x < width; ++x) {
      const std::span<const int> my_columns(columns.data() + x, filter_width);
      float sum = 0.0f;
      const float* weight = filter;
      for (const int row : my_rows) {
        if (row == kNothing) {
          weight += filter_width;
          continue;
        }
        const float* const line = input + row * width;
        for (const int column : my_columns) {
          const float w = *weight++;
          if (column != kNothing) sum += w * line[column];
        }
      }
      output[y * width + x] = sum;
    }
  }
}

}  // namespace lab01
