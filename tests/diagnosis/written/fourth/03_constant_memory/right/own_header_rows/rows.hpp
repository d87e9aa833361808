/// @file
/// The pixels of a thread in both tone curves.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

constexpr int kRowsPerThread = 8;

/// Replaces the pixels of a thread, from its lowest row upwards, by what table_at says of them.
template <typename Table>
__device__ void replace_pixels(const std::uint8_t* input, std::uint8_t* output, int width,
                               int height, Table table_at) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  const int first = blockIdx.y * blockDim.y * kRowsPerThread + threadIdx.y;
  const int step = blockDim.y;
  for (int y = first + (kRowsPerThread - 1) * step; y >= first; y -= step) {
    if (y < height) output[y * width + x] = table_at(input[y * width + x]);
  }
}
