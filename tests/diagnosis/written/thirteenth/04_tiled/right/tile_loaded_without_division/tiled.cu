/// @file
/// Lab 04, stage tile: load a tile to shared memory, wait, convolve from it. Read README.md first.
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
  const int tile_x = static_cast<int>(blockIdx.x * blockDim.x) - radius;
  const int tile_y = static_cast<int>(blockIdx.y * blockDim.y) - radius;
  const int pitch = blockDim.x + 2 * radius;
  const int rows = blockDim.y + 2 * radius;
  const int elements = pitch * rows;
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  // Row and column move on with n, so that the loop itself needs no division.
  int column = thread % pitch, row = thread / pitch;
  const int columns_on = threads % pitch, rows_on = threads / pitch;
  for (int n = thread; n < elements; n += threads) {
    tile[n] = pixel_or_border(input, width, height, tile_x + column, tile_y + row, border);
    column += columns_on;
    row += rows_on;
    if (column >= pitch) {  // at most once: both parts of the sum are smaller than the pitch
      column -= pitch;
      ++row;
    }
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  float sum = 0.0f;
  const float* window = tile + threadIdx.y * pitch + threadIdx.x;
  int weight = 0;
  for (int j = filter_width; j > 0; --j) {
    for (int i = 0; i < filter_width; ++i) sum += filter_weights[weight++] * window[i];
    window += pitch;
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const int radius = filter_width / 2;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2 * radius) * (block.y + 2 * radius);
  convolve_tiled<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height,
                                                      filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
