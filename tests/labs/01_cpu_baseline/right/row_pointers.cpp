// Right: pointers to the rows of the window, a lambda for the border along x, sums in double.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

template <typename Column>
void filter_all(const float* input, float* output, int width, int height, const float* filter,
                int taps, bool repeat_rows, Column&& value_at) {
  std::vector<const float*> rows(static_cast<std::size_t>(taps));
  for (int y = 0; y < height; ++y) {
    for (int j = 0; j < taps; ++j) {
      const int v = y + j - taps / 2;
      const int nearest = std::clamp(v, 0, height - 1);
      rows[j] = (v == nearest || repeat_rows) ? input + nearest * width : nullptr;
    }
    for (int x = 0; x < width; ++x) {
      double sum = 0.0;
      for (int j = 0; j < taps; ++j) {
        if (!rows[j]) continue;
        for (int i = 0; i < taps; ++i)
          sum += double(filter[j * taps + i]) * value_at(rows[j], x + i - taps / 2);
      }
      output[y * width + x] = static_cast<float>(sum);
    }
  }
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  if (border == kit::Border::clamp) {
    filter_all(input, output, width, height, filter, filter_width, true,
               [width](const float* row, int u) { return row[std::clamp(u, 0, width - 1)]; });
  } else {
    filter_all(
        input, output, width, height, filter, filter_width, false,
        [width](const float* row, int u) { return unsigned(u) < unsigned(width) ? row[u] : 0.0f; });
  }
}

}  // namespace lab01
