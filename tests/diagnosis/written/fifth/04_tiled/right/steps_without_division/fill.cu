/// @file
/// Lab 04, stage fill: load a tile with its halo, and show what it holds. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The pixel at (x, y) or, beyond the edge of the image, the one nearest to it.
__device__ float nearest_pixel(const float* __restrict__ image, int width, int height, int x,
                               int y) {
  return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

/// Where element n of this block's tile stands in the output, which has all tiles side by side.
__device__ int place_in_output(int n, int pitch, int rows) {
  const int x = blockIdx.x * pitch + n % pitch;
  const int y = blockIdx.y * rows + n / pitch;
  return y * static_cast<int>(gridDim.x) * pitch + x;
}

/// A block's tile: the pixels of its threads and `radius` more on every side. Dynamic shared
/// memory: `rows` rows of `pitch` floats.
__global__ void __launch_bounds__(1024)
    fill_tiles(const float* __restrict__ input, float* __restrict__ output, int width, int height,
               int radius) {
  extern __shared__ float tile[];
  const int block_x = blockIdx.x * blockDim.x;  // the block's first pixel
  const int block_y = blockIdx.y * blockDim.y;
  const int pitch = blockDim.x + 2 * radius;  // floats from one row of the tile to the next
  const int rows = blockDim.y + 2 * radius;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;  // the thread's number in its block
  const int threads = blockDim.x * blockDim.y;

  // Row and column move on by `threads` elements without a division in the loop.
  const int rows_on = threads / pitch;
  const int columns_on = threads % pitch;
  int row = thread / pitch;
  int column = thread % pitch;
  int n = thread;
  while (row < rows) {
    tile[n] = nearest_pixel(input, width, height, block_x + column - radius,
                            block_y + row - radius);
    // A thread writes what it has stored itself, at once.
    output[place_in_output(n, pitch, rows)] = tile[n];
    n += threads;
    row += rows_on;
    column += columns_on;
    if (column >= pitch) {
      column -= pitch;
      ++row;
    }
  }
}

}  // namespace

void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  // The array in the kernel has no size: the launch gives it one, in bytes, as its third value.
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2 * radius) * (block.y + 2 * radius);
  fill_tiles<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
