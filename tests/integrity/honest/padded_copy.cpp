/// @file
/// Copies the image into one with a frame, so that the loops have no border to think of. A helper
/// stands in the global namespace, the image is an object with methods.
#include <algorithm>
#include <vector>

#include "lab.hpp"

class Framed {
 public:
  Framed(const float* image, int width, int height, int radius, bool clamped)
      : pitch_(width + 2 * radius), values_(std::size_t(pitch_) * (height + 2 * radius)) {
    for (int y = -radius; y < height + radius; ++y)
      for (int x = -radius; x < width + radius; ++x) {
        const int u = std::clamp(x, 0, width - 1), v = std::clamp(y, 0, height - 1);
        if (clamped || (u == x && v == y))
          values_[std::size_t(y + radius) * pitch_ + x + radius] = image[v * width + u];
      }
  }
  const float* row(int y) const { return values_.data() + std::size_t(y) * pitch_; }

 private:
  int pitch_;
  std::vector<float> values_;
};

float dot(const float* a, const float* b, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

namespace lab01 {

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const Framed framed(input, width, height, filter_width / 2, border == kit::Border::clamp);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = 0; j < filter_width; ++j)
        sum += dot(framed.row(y + j) + x, filter + j * filter_width, filter_width);
      output[y * width + x] = sum;
    }
}

}  // namespace lab01
