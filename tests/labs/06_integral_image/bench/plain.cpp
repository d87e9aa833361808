// Vector instructions are off, as the sources' compilers used none here.
#pragma GCC optimize("no-tree-vectorize")

#include "plain.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kit::plain {

void box_filter(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                int channels, int radius) {
  const std::size_t w = std::size_t(width), h = std::size_t(height), n = std::size_t(channels);
  std::vector<std::uint32_t> table((w + 1) * (h + 1));
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t y = 0; y < h; ++y) {
      std::uint32_t row = 0;
      for (std::size_t x = 0; x < w; ++x) {
        row += input[(y * w + x) * n + c];
        table[(y + 1) * (w + 1) + x + 1] = table[y * (w + 1) + x + 1] + row;
      }
    }
    for (int y = 0; y < height; ++y) {
      const std::size_t top = std::size_t(std::max(y - radius, 0)) * (w + 1);
      const std::size_t bottom = std::size_t(std::min(y + radius + 1, height)) * (w + 1);
      for (int x = 0; x < width; ++x) {
        const std::size_t left = std::size_t(std::max(x - radius, 0));
        const std::size_t right = std::size_t(std::min(x + radius + 1, width));
        const std::uint32_t sum =
            table[bottom + right] - table[top + right] - table[bottom + left] + table[top + left];
        const auto count = std::uint32_t((right - left) * ((bottom - top) / (w + 1)));
        output[(std::size_t(y) * w + std::size_t(x)) * n + c] =
            std::uint8_t((sum + count / 2) / count);
      }
    }
  }
}

}  // namespace kit::plain
