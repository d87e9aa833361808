// A block's part of the image in shared memory, as a class; tiled_class.cu uses it.
#pragma once

#include <cstddef>

#include "kit/border.hpp"

namespace lab04 {

/// A block's pixels with a halo of `radius` on every side, in shared memory.
class Tile {
 public:
  __device__ Tile(float* memory, int radius)
      : memory_(memory),
        pitch_(blockDim.x + 2 * radius),
        rows_(blockDim.y + 2 * radius),
        left_(static_cast<int>(blockIdx.x * blockDim.x) - radius),
        top_(static_cast<int>(blockIdx.y * blockDim.y) - radius) {}

  static std::size_t bytes(dim3 block, int radius) {
    return sizeof(float) * (block.x + 2 * radius) * (block.y + 2 * radius);
  }

  __device__ float at(int column, int row) const { return memory_[row * pitch_ + column]; }

  /// All threads of the block together. Column and row are carried along instead of divided out.
  __device__ void load(const float* __restrict__ input, int width, int height,
                       kit::Border border) const {
    const int threads = blockDim.x * blockDim.y;
    int column = threadIdx.y * blockDim.x + threadIdx.x;
    int row = 0;
    for (int n = column; n < pitch_ * rows_; n += threads, column += threads) {
      while (column >= pitch_) {
        column -= pitch_;
        ++row;
      }
      const int x = left_ + column, y = top_ + row;
      const int nearest_x = min(max(x, 0), width - 1), nearest_y = min(max(y, 0), height - 1);
      const bool inside = x == nearest_x && y == nearest_y;
      memory_[n] =
          inside || border == kit::Border::clamp ? input[nearest_y * width + nearest_x] : 0.0f;
    }
  }

 private:
  float* memory_;
  int pitch_, rows_, left_, top_;
};

}  // namespace lab04
