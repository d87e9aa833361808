// Images that know their size, and the thread's pixel.
#pragma once

#include "kit/border.hpp"
#include "kit/cuda_check.hpp"

namespace lab02 {

struct Place {
  int x, y;
  __device__ constexpr friend Place operator+(Place a, Place b) { return {a.x + b.x, a.y + b.y}; }
};

struct Size {
  int width, height;
  __device__ constexpr bool holds(Place p) const {
    return 0 <= p.x && p.x < width && 0 <= p.y && p.y < height;
  }
  __device__ constexpr int index(Place p) const { return p.y * width + p.x; }
};

__device__ inline Place my_place() {
  return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

struct Cover {
  dim3 grid, block;
};

inline Cover cover(Size size, dim3 block) {
  return {.grid = dim3((size.width + block.x - 1) / block.x, (size.height + block.y - 1) / block.y),
          .block = block};
}

}  // namespace lab02
