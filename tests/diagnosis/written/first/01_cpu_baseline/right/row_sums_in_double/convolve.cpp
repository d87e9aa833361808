/// @file
/// Lab 01: a whole row of sums at a time, in double, from lines that are padded once per filter row.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const int radius = filter_width / 2;
  const bool zero = border == kit::Border::zero;
  std::vector<double> sums(width);
  std::vector<float> line(static_cast<std::size_t>(width) + filter_width - 1);  // with both margins
  for (float* target = output; height > 0 && target != output + std::size_t(width) * height;
       target += width) {
    const int y = static_cast<int>((target - output) / width);
    std::fill(sums.begin(), sums.end(), 0.0);
    for (int j = 0; j < filter_width; ++j) {
      const int wanted = y - radius + j;
      const int row = std::clamp(wanted, 0, height - 1);
      if (zero && row != wanted) continue;
      const float* const source = input + static_cast<std::size_t>(row) * width;
      auto end = std::fill_n(line.begin(), radius, zero ? 0.0f : source[0]);
      end = std::copy(source, source + width, end);
      std::fill(end, line.end(), zero ? 0.0f : source[width - 1]);
      for (int i = 0; i < filter_width; ++i) {
        const double weight = filter[j * filter_width + i];
        const float* const shifted = line.data() + i;
        for (int x = 0; x < width; ++x) sums[x] += weight * shifted[x];
      }
    }
    std::transform(sums.begin(), sums.end(), target, [](double sum) { return float(sum); });
  }
}

}  // namespace lab01
