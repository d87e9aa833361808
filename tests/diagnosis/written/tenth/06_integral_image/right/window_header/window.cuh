// The clipped window of a pixel.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace lab06 {

struct Window {
  int left, top, right, bottom;  // all four included

  __device__ Window(int x, int y, int radius, int width, int height)
      : left(x > radius ? x - radius : 0),
        top(y > radius ? y - radius : 0),
        right(radius < width - 1 - x ? x + radius : width - 1),
        bottom(radius < height - 1 - y ? y + radius : height - 1) {}

  __device__ std::uint64_t pixels() const {
    return std::uint64_t(right - left + 1) * std::uint64_t(bottom - top + 1);
  }
};

}  // namespace lab06
