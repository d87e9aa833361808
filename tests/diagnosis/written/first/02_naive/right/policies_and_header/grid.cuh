/// @file
/// Which pixel a thread has, and how many blocks an image takes.
#pragma once

#include <cuda_runtime.h>

namespace lab02 {

struct Place {
  int x, y;
};

__device__ inline Place my_place() {
  return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

/// A size that can be asked whether it has a place.
struct Size {
  int width, height;
  __host__ __device__ bool has(Place p) const {
    return unsigned(p.x) < unsigned(width) && unsigned(p.y) < unsigned(height);
  }
  __host__ __device__ int index(Place p) const { return p.x + width * p.y; }
  dim3 in_blocks_of(dim3 block) const {
    const auto up = [](int pixels, unsigned side) { return 1 + (unsigned(pixels) - 1) / side; };
    return dim3(up(width, block.x), up(height, block.y));
  }
};

}  // namespace lab02
