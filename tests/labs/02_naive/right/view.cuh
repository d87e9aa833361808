// An image that can be asked for any pixel, also outside; border_template.cu uses it.
#pragma once

#include "kit/border.hpp"

namespace lab02 {

/// An image in device memory that can be asked for any pixel.
struct View {
  const float* pixels;
  int width;
  int height;

  __device__ bool contains(int x, int y) const {
    return x >= 0 && x < width && y >= 0 && y < height;
  }

  template <kit::Border kBorder>
  __device__ float at(int x, int y) const {
    if constexpr (kBorder == kit::Border::clamp) {
      return pixels[max(0, min(y, height - 1)) * width + max(0, min(x, width - 1))];
    } else {
      return contains(x, y) ? pixels[y * width + x] : 0.0f;
    }
  }
};

}  // namespace lab02
