/// @file
/// Lab 01: convolution on one CPU core, tap by tap: the last weight comes first, and each weight
/// adds a moved image to the output.
#include <algorithm>
#include <cstddef>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  const bool repeat = border == kit::Border::clamp;
  std::fill(output, output + std::ptrdiff_t(width) * height, 0.0f);

  for (int tap = filter_width * filter_width - 1; tap >= 0; --tap) {
    const float weight = filter[tap];
    const int dx = tap % filter_width - radius;
    const int dy = tap / filter_width - radius;
    // x in [begin, end) reads inside the row. Both may be 0 or width for a filter that is wide.
    const int begin = std::min(width, std::max(0, -dx));
    const int end = std::max(begin, std::min(width, width - dx));
    for (int y = 0; y < height; ++y) {
      int from = y + dy;
      if (from < 0 || from >= height) {
        if (!repeat) continue;
        from = from < 0 ? 0 : height - 1;
      }
      const float* source = input + std::ptrdiff_t(from) * width;
      float* sums = output + std::ptrdiff_t(y) * width;
      for (int x = begin; x < end; ++x) sums[x] += weight * source[x + dx];
      if (!repeat) continue;
      // At most one of these is not empty, unless no pixel reads inside the row.
      for (int x = 0; x < begin; ++x) sums[x] += weight * source[0];
      for (int x = end; x < width; ++x) sums[x] += weight * source[width - 1];
    }
  }
}

}  // namespace lab01
