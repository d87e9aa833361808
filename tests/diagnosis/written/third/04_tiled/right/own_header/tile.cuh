/// @file
/// A tile with its halo, for the kernels of tiled.cu and sizes.cu.
#pragma once

#include <cuda_runtime.h>

namespace lab04 {

/// A rectangle of pixels in shared memory.
struct Tile {
  float* data;
  int pitch, rows;

  /// For the block that asks, with `radius` pixels around its own.
  __device__ Tile(float* memory, int radius)
      : data(memory), pitch(int(blockDim.x) + 2 * radius), rows(int(blockDim.y) + 2 * radius) {}

  __device__ float& at(int column, int row) { return data[row * pitch + column]; }

  /// All threads of the block store pixel(column, row) in every element, and wait.
  template <typename Pixel>
  __device__ void load(Pixel pixel) {
    for (int row = threadIdx.y; row < rows; row += int(blockDim.y)) {
      for (int column = threadIdx.x; column < pitch; column += int(blockDim.x)) {
        at(column, row) = pixel(column, row);
      }
    }
    __syncthreads();
  }
};

}  // namespace lab04
