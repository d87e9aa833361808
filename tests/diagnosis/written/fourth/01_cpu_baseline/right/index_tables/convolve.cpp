// Lab 01. What stands where is decided once per column and once per row, not once per product:
// a table says for each position from -r to size - 1 + r which pixel stands there, -1 for none.
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

constexpr int kNothing = -1;

std::vector<int> positions(int size, int radius, kit::Border border) {
  std::vector<int> table;
  table.reserve(std::size_t(size) + 2 * std::size_t(radius));
  const bool repeats = border == kit::Border::clamp;
  for (int k = 0; k < radius; ++k) table.push_back(repeats ? 0 : kNothing);
  for (int k = 0; k < size; ++k) table.push_back(k);
  for (int k = 0; k < radius; ++k) table.push_back(repeats ? size - 1 : kNothing);
  return table;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const std::vector<int> columns = positions(width, filter_width / 2, border);
  const std::vector<int> rows = positions(height, filter_width / 2, border);

  float* next = output;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      const float* tap = filter;
      for (int j = 0; j < filter_width; ++j, tap += filter_width) {
        const int row = rows[std::size_t(y) + j];
        if (row == kNothing) continue;
        const float* const line = input + std::size_t(row) * width;
        for (int i = 0; i < filter_width; ++i) {
          const int column = columns[std::size_t(x) + i];
          if (column != kNothing) sum += tap[i] * line[column];
        }
      }
      *next++ = sum;
    }
  }
}

}  // namespace lab01
