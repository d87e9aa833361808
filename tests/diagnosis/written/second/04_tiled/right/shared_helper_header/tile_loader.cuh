/// @file
/// Loads any tile for any kernel of this lab.
#pragma once

namespace lab04 {

/// Calls value(x, y) for each element of the tile, once per block, rows by threadIdx.y.
template <typename Value>
__device__ inline int load_tile(float* tile, int radius, Value value) {
  const int pitch = blockDim.x + 2 * radius;
  const int x0 = static_cast<int>(blockIdx.x * blockDim.x) - radius;
  const int y0 = static_cast<int>(blockIdx.y * blockDim.y) - radius;
  for (unsigned m = threadIdx.y; m < blockDim.y + 2 * radius; m += blockDim.y) {
    float* const row = tile + m * pitch;
    for (int i = threadIdx.x; i < pitch; i += blockDim.x) row[i] = value(x0 + i, y0 + int(m));
  }
  __syncthreads();
  return pitch;
}

}  // namespace lab04
