/// @file
/// A block's tile in shared memory, for the stages tile and sizes.
#pragma once

#include <cuda_runtime.h>

#include "kit/border.hpp"

struct TileView {
  float* elements;
  int pitch;
  int rows;

  __device__ TileView(float* memory, int radius)
      : elements(memory),
        pitch(static_cast<int>(blockDim.x) + 2 * radius),
        rows(static_cast<int>(blockDim.y) + 2 * radius) {}

  /// All threads of the block together; pixel_at(column, row) says what an element is.
  template <typename PixelAt>
  __device__ void fill(PixelAt pixel_at) const {
    const unsigned rank = threadIdx.x + blockDim.x * threadIdx.y;
    for (int n = rank; n < pitch * rows; n += blockDim.x * blockDim.y)
      elements[n] = pixel_at(n % pitch, n / pitch);
    __syncthreads();
  }

  __device__ float operator()(int column, int row) const { return elements[row * pitch + column]; }
};

inline unsigned parts(unsigned all, unsigned part) { return (all - 1) / part + 1; }
