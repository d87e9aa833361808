// Every pixel is right, but the host computes it: no kernel is launched.
#include "lab.hpp"

namespace lab02 {

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const int r = filter_width / 2;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = 0; j < filter_width; ++j)
        for (int i = 0; i < filter_width; ++i) {
          int u = x + i - r, v = y + j - r;
          if (border == kit::Border::clamp) {
            u = u < 0 ? 0 : u >= width ? width - 1 : u;
            v = v < 0 ? 0 : v >= height ? height - 1 : v;
          } else if (u < 0 || v < 0 || u >= width || v >= height) {
            continue;
          }
          sum += filter[j * filter_width + i] * input[v * width + u];
        }
      output[y * width + x] = sum;
    }
}

}  // namespace lab02
