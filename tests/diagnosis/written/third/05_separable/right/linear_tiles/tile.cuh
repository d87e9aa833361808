/// @file
/// A rectangle of the image in shared memory, filled by all threads of a block in turn.
#pragma once

namespace lab05 {

struct Tile {
  float* values;
  int columns, rows;

  __device__ float& operator()(int column, int row) const { return values[row * columns + column]; }

  /// Puts source(column, row) everywhere and waits until all threads have done so.
  template <typename Source>
  __device__ void fill(Source source) const {
    const int count = columns * rows, threads = static_cast<int>(blockDim.x * blockDim.y);
    const int me = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
    for (int place = me; place < count; place += threads) {
      values[place] = source(place % columns, place / columns);
    }
    __syncthreads();
  }
};

}  // namespace lab05
