// The sizes of a tile with a halo in one direction; shared_linear_load.cu uses it.
#pragma once

#include <cuda_runtime.h>

namespace lab05 {

/// A block's tile with a halo in one direction, in floats and rows.
struct TileShape {
  int pitch, rows;
  __host__ __device__ int floats() const { return pitch * rows; }
};

template <bool kDown>
__host__ __device__ TileShape tile_shape(dim3 block, int radius) {
  const int width = block.x, height = block.y;
  return kDown ? TileShape{width, height + 2 * radius} : TileShape{width + 2 * radius, height};
}

}  // namespace lab05
