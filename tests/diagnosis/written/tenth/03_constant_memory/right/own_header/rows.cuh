// Helpers for lab 03: a grid that covers an image, and the pixels of a thread.
#pragma once

#include <cuda_runtime.h>

namespace rows {

/// The smallest grid whose threads, each with `per_thread` rows, cover the image.
inline dim3 cover(int width, int height, dim3 block, int per_thread = 1) {
  const auto up = [](unsigned n, unsigned d) { return (n - 1) / d + 1; };
  return dim3(up(width, block.x), up(height, block.y * per_thread), 1);
}

/// Calls act(index) for each of this thread's pixels: kPerThread rows that follow one another.
template <int kPerThread, class Act>
__device__ __forceinline__ void for_each_pixel(int width, int height, Act act) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * kPerThread;
  if (x >= width || top >= height) return;
  const int bottom = min(top + kPerThread, height);
  int index = top * width + x;
  for (int y = top; y < bottom; ++y, index += width) act(index);
}

}  // namespace rows
