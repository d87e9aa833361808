// An image that can be asked for any pixel, also outside; constant_struct.cu uses it.
#pragma once

#include "kit/border.hpp"

namespace lab03 {

struct Plane {
  const float* pixels;
  int width;
  int height;

  __device__ float at(int x, int y, kit::Border border) const {
    const int u = min(max(x, 0), width - 1);
    const int v = min(max(y, 0), height - 1);
    const bool moved = u != x || v != y;
    return moved && border == kit::Border::zero ? 0.0f : pixels[v * width + u];
  }
};

}  // namespace lab03
