// A tile in dynamic shared memory, filled by all threads of a block.
#pragma once

#include <cooperative_groups.h>

#include "kit/border.hpp"

namespace lab05::tiles {

namespace cg = cooperative_groups;

struct Tile {
  float* values;
  int columns;
  int rows;

  __device__ float& at(int column, int row) { return values[row * columns + column]; }
};

// Calls fetch(column, row) once for each place of the tile; returns when all places are filled.
template <typename Fetch>
__device__ void fill(const cg::thread_block& block, Tile tile, Fetch fetch) {
  const int across = blockDim.x, down = blockDim.y;
  for (int row = block.thread_index().y; row < tile.rows; row += down) {
    for (int column = block.thread_index().x; column < tile.columns; column += across) {
      tile.at(column, row) = fetch(column, row);
    }
  }
  block.sync();
}

// The pixel of an image, or what stands beyond its edge.
struct Source {
  const float* pixels;
  int width, height;
  kit::Border border;

  __device__ float operator()(int x, int y) const {
    const int near_x = max(0, min(x, width - 1));
    const int near_y = max(0, min(y, height - 1));
    const bool outside = near_x != x || near_y != y;
    if (outside && border == kit::Border::zero) return 0.0f;
    return pixels[near_y * width + near_x];
  }
};

}  // namespace lab05::tiles
