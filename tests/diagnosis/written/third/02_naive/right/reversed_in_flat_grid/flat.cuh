// A grid of one dimension: blocks are counted through the image row by row of blocks, and the
// threads of a row of a block take its pixels from right to left.
#pragma once

#include <cuda_runtime.h>

namespace lab02 {

inline unsigned blocks_along(int length, unsigned piece) {
  return (static_cast<unsigned>(length) - 1u) / piece + 1u;
}

__device__ inline int2 pixel_of_thread(int blocks_x) {
  const int block_y = static_cast<int>(blockIdx.x) / blocks_x;
  const int block_x = static_cast<int>(blockIdx.x) - block_y * blocks_x;
  return make_int2(block_x * blockDim.x + (blockDim.x - 1 - threadIdx.x),
                   block_y * blockDim.y + (blockDim.y - 1 - threadIdx.y));
}

}  // namespace lab02
