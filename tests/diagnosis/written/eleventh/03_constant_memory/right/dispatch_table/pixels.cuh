// Pixel access with a border, shared by constant.cu and challenge.cu.
#pragma once

#include "kit/border.hpp"

namespace lab03::pixels {

template <kit::Border B>
struct Reader {
  const float* image;
  int width, height;

  __device__ __forceinline__ float operator()(int x, int y) const {
    if constexpr (B == kit::Border::clamp) {
      x = max(0, min(x, width - 1));
      y = max(0, min(y, height - 1));
      return image[y * width + x];
    } else {
      const bool inside = x >= 0 && y >= 0 && x < width && y < height;
      if (!inside) return 0.0f;
      return image[y * width + x];
    }
  }
};

inline unsigned div_up(unsigned a, unsigned b) { return (a + b - 1) / b; }

inline dim3 cover(int width, int height, dim3 block) {
  return dim3(div_up(width, block.x), div_up(height, block.y));
}

}  // namespace lab03::pixels
