// Lab 01: every coordinate's source is looked up in tables made once; the standard library sums.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

/// For the positions -radius ... length + radius - 1: the pixel that is read, and its factor 0 or 1.
std::vector<std::pair<int, float>> sources(int length, int radius, kit::Border border) {
  std::vector<std::pair<int, float>> table(static_cast<std::size_t>(length) + 2 * radius);
  int position = -radius;
  std::generate(table.begin(), table.end(), [&] {
    const int nearest = std::clamp(position, 0, length - 1);
    const bool counts = nearest == position || border == kit::Border::clamp;
    ++position;
    return std::make_pair(nearest, counts ? 1.0f : 0.0f);
  });
  return table;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const auto columns = sources(width, filter_width / 2, border);
  const auto lines = sources(height, filter_width / 2, border);
  float* out = output;
  for (int y = 0; y != height; ++y) {
    for (int x = 0; x != width; ++x) {
      const float* weights = filter;
      *out++ = std::accumulate(
          lines.begin() + y, lines.begin() + y + filter_width, 0.0f,
          [&](float sum, const std::pair<int, float>& entry) {
            const auto& [line, line_counts] = entry;
            const float* const row = input + line * width;
            const float part = std::inner_product(
                weights, weights + filter_width, columns.begin() + x, 0.0f, std::plus<float>(),
                [row](float weight, const std::pair<int, float>& column) {
                  return weight * (column.second * row[column.first]);
                });
            weights += filter_width;
            return sum + line_counts * part;
          });
    }
  }
}

}  // namespace lab01
