/// @file
/// A rectangle of the image in shared memory, filled by all threads of a block in turn.
#pragma once

#include <cooperative_groups.h>

namespace lab05 {

struct Tile {
  float* values;
  int columns, rows;

  __device__ float& operator()(int column, int row) const { return values[row * columns + column]; }

  /// Puts source(column, row) everywhere and waits until all threads have done so.
  template <typename Source>
  __device__ void fill(const cooperative_groups::thread_block& block, Source source) const {
    const int count = columns * rows, threads = static_cast<int>(block.size());
    for (int place = static_cast<int>(block.thread_rank()); place < count; place += threads) {
      values[place] = source(place % columns, place / columns);
    }
    block.sync();
  }
};

}  // namespace lab05
