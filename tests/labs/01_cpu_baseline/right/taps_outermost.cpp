// Right: the filter's taps are the outer loops, and each is added to the whole output.
#include <algorithm>

#include "lab.hpp"

namespace lab01 {
void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int r = filter_width / 2;
  std::fill(output, output + std::size_t(width) * std::size_t(height), 0.0f);
  // One weight at a time, added to the whole image.
  for (int j = 0; j < filter_width; ++j) {
    for (int i = 0; i < filter_width; ++i) {
      const float weight = filter[j * filter_width + i];
      const int shift = i - r;
      const int first = std::clamp(-shift, 0, width);
      const int last = std::clamp(width - shift, 0, width);
      for (int y = 0; y < height; ++y) {
        int from = y + j - r;
        if (from < 0 || from >= height) {
          if (border != kit::Border::clamp) continue;
          from = from < 0 ? 0 : height - 1;
        }
        const float* const row = input + from * width;
        float* const out = output + y * width;
        if (border == kit::Border::clamp) {
          for (int x = 0; x < first; ++x) out[x] += weight * row[0];
          for (int x = last; x < width; ++x) out[x] += weight * row[width - 1];
        }
        for (int x = first; x < last; ++x) out[x] += weight * row[x + shift];
      }
    }
  }
}

}  // namespace lab01
