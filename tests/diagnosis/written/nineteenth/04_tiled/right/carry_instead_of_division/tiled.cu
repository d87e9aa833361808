/// @file
/// Lab 04, stage tile: load a tile to shared memory, wait, convolve from it. Read README.md first.
/// A block loads each pixel that it needs once. The filter lies in constant memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The filter of the launch that runs, as in lab 03.
__constant__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// One thread computes output pixel (x, y) from the block's tile, which all threads of the block
/// load together. Dynamic shared memory: the tile, (block + 2 * radius) floats in x and in y.
__global__ void __launch_bounds__(1024)
    convolve_tiled(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, int filter_width, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = filter_width / 2;
  const int block_x = blockIdx.x * blockDim.x;  // the block's first pixel
  const int block_y = blockIdx.y * blockDim.y;
  const int pitch = blockDim.x + 2 * radius;  // floats from one row of the tile to the next
  const int elements = pitch * (blockDim.y + 2 * radius);

  // Divisions only before the loop, none for each element: a step of `threads` elements is step_y rows
  // and step_x columns, with a carry into the next row.
  const int threads = blockDim.x * blockDim.y;
  const int step_y = threads / pitch, step_x = threads % pitch;
  int n = threadIdx.y * blockDim.x + threadIdx.x;
  int column = n % pitch, row = n / pitch;
  while (n < elements) {
    tile[n] = pixel_or_border(input, width, height, block_x - radius + column,
                              block_y - radius + row, border);
    n += threads;
    row += step_y;
    column += step_x;
    if (column >= pitch) {
      column -= pitch;
      ++row;
    }
  }
  // A thread needs what others have loaded. Threads beyond the image come here too.
  __syncthreads();

  const int x = block_x + threadIdx.x;
  const int y = block_y + threadIdx.y;
  if (x < width && y < height) {
    // Both indices walk: the tap through the filter, `at` through the window in the tile.
    const int taps = filter_width * filter_width;
    const int to_next_row = pitch - filter_width;
    int at = threadIdx.y * pitch + threadIdx.x;
    int left_in_row = filter_width;
    float sum = 0.0f;
    for (int tap = 0; tap < taps; ++tap) {
      sum += filter_weights[tap] * tile[at];
      ++at;
      if (--left_in_row == 0) {
        at += to_next_row;
        left_in_row = filter_width;
      }
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const int halo = filter_width / 2 * 2;  // on both sides together
  const std::size_t tile_bytes = sizeof(float) * (block.x + halo) * (block.y + halo);
  convolve_tiled<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height,
                                                      filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
