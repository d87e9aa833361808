/// @file
/// Lab 01: convolution on one CPU core. Where each tap reads is looked up in two tables.
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

/// For the coordinates -radius ... size - 1 + radius: which one of the image stands there, or -1
/// for none.
std::vector<int> sources(int size, int radius, kit::Border border) {
  std::vector<int> table;
  table.reserve(std::size_t(size) + 2 * std::size_t(radius));
  const int before = border == kit::Border::clamp ? 0 : -1;
  const int behind = border == kit::Border::clamp ? size - 1 : -1;
  table.insert(table.end(), std::size_t(radius), before);
  for (int k = 0; k < size; ++k) table.push_back(k);
  table.insert(table.end(), std::size_t(radius), behind);
  return table;
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const std::vector<int> columns = sources(width, filter_width / 2, border);
  const std::vector<int> rows = sources(height, filter_width / 2, border);
  float* next = output;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float* weight = filter;
      float sum = 0;
      for (int j = 0; j < filter_width; ++j, weight += filter_width) {
        const int row = rows[std::size_t(y) + j];
        if (row < 0) continue;
        const float* line = input + std::ptrdiff_t(row) * width;
        for (int i = 0; i < filter_width; ++i) {
          const int column = columns[std::size_t(x) + i];
          if (column >= 0) sum += weight[i] * line[column];
        }
      }
      *next++ = sum;
    }
  }
}

}  // namespace lab01
