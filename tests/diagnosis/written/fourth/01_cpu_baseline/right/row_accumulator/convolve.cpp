// Lab 01. A whole row of sums at a time: for each weight, a shifted row is added to it.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

// sums[x] += weight * line(x + shift) for all x.
void add_shifted(std::vector<float>& sums, const float* line, int shift, float weight,
                 kit::Border border) {
  const int width = static_cast<int>(sums.size());
  const int begin = std::min(std::max(0, -shift), width);
  const int end = std::max(std::min(width, width - shift), 0);
  for (int x = begin; x < end; ++x) sums[x] += weight * line[x + shift];
  if (border == kit::Border::zero) return;
  const float left = weight * line[0];
  const float right = weight * line[width - 1];
  std::for_each(sums.begin(), sums.begin() + begin, [left](float& s) { s += left; });
  std::for_each(sums.begin() + end, sums.end(), [right](float& s) { s += right; });
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  std::vector<float> sums(width);
  for (int y = 0; y < height; ++y) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (int j = 0; j < filter_width; ++j) {
      int row = y + j - radius;
      if (row < 0 || row > height - 1) {
        if (border == kit::Border::zero) continue;
        row = row < 0 ? 0 : height - 1;
      }
      const float* const line = input + std::ptrdiff_t(row) * width;
      for (int i = 0; i < filter_width; ++i) {
        add_shifted(sums, line, i - radius, filter[j * filter_width + i], border);
      }
    }
    std::copy(sums.begin(), sums.end(), output + std::ptrdiff_t(y) * width);
  }
}

}  // namespace lab01
