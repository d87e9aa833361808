/// @file
/// Lab 01: convolution on one CPU core, one weight at a time over a whole row. Read README.md first.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const bool repeat = border == kit::Border::clamp;
  const int radius = filter_width / 2;
  float* sums = output;
  for (int y = 0; y != height; ++y, sums += width) {
    std::fill(sums, sums + width, 0.0f);
    const float* weight = filter;
    for (int dy = -radius; dy <= radius; ++dy) {
      const bool row_exists = y + dy >= 0 && y + dy < height;
      if (!row_exists && !repeat) {
        weight += filter_width;
        continue;
      }
      const float* const row = input + std::clamp(y + dy, 0, height - 1) * width;
      for (int dx = -radius; dx <= radius; ++dx, ++weight) {
        // Pixels [begin, end) read column x + dx of the image; those before and after, its edges.
        const int begin = std::clamp(-dx, 0, width);
        const int end = std::clamp(width - dx, begin, width);
        const float w = *weight;
        int x = begin;
        while (x < end) {
          sums[x] += w * row[x + dx];
          ++x;
        }
        if (repeat) {
          const float left = w * row[0];
          const float right = w * row[width - 1];
          // A pixel has its neighbour beyond one edge only, the one that dx points to.
          if (dx < 0) std::for_each(sums, sums + begin, [left](float& s) { s += left; });
          if (dx > 0) std::for_each(sums + end, sums + width, [right](float& s) { s += right; });
        }
      }
    }
  }
}

}  // namespace lab01
