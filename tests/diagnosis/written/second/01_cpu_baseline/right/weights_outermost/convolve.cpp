// Lab 01: one weight at a time, added to the whole image.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int pixels = width * height;
  std::fill_n(output, pixels, 0.0f);
  for (int tap = 0; tap < filter_width * filter_width; ++tap) {
    const int dx = tap % filter_width - filter_width / 2;
    const int dy = tap / filter_width - filter_width / 2;
    for (int at = 0; at < pixels; ++at) {
      int x = at % width + dx;
      int y = at / width + dy;
      switch (border) {
        case kit::Border::zero:
          if (x < 0 || y < 0 || x >= width || y >= height) continue;
          break;
        case kit::Border::clamp:
          x = std::max(0, std::min(width - 1, x));
          y = std::max(0, std::min(height - 1, y));
          break;
      }
      output[at] += filter[tap] * input[y * width + x];
    }
  }
}

}  // namespace lab01
