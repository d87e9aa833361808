/// @file
/// Lab 01, challenge: two separable passes, rows shared among the cores. Read README.md first.
/// Every inner loop adds a multiple of one row to another, which compilers vectorise.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const int radius = filter_width / 2;
  const bool clamped = border == kit::Border::clamp;
  std::vector<float> middle(static_cast<std::size_t>(width) * height);

  // Along x.
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float* in = input + y * width;
    float* out = middle.data() + y * width;
    for (int x = 0; x < width; ++x) out[x] = 0.0f;
    for (int i = 0; i < filter_width; ++i) {
      const float weight = row_filter[i];
      const int shift = i - radius;
      // Only the pixels first <= x < last find x + shift inside the row.
      const int first = std::min(std::max(0, -shift), width);
      const int last = std::max(std::min(width, width - shift), 0);
      if (clamped) {
        for (int x = 0; x < first; ++x) out[x] += weight * in[0];
      }
      for (int x = first; x < last; ++x) out[x] += weight * in[x + shift];
      if (clamped) {
        for (int x = last; x < width; ++x) out[x] += weight * in[width - 1];
      }
    }
  }

  // Along y: whole rows of the image in between are added up.
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {  // reads all of `middle`
    float* out = output + y * width;
    std::fill(out, out + width, 0.0f);
    for (int j = 0; j < filter_width; ++j) {
      int source = y + j - radius;
      if (source < 0 || source >= height) {
        if (!clamped) continue;
        source = std::clamp(source, 0, height - 1);
      }
      const float weight = column_filter[j];
      const float* in = middle.data() + source * width;
      for (int x = 0; x < width; ++x) out[x] += weight * in[x];
    }
  }
}

}  // namespace lab01
