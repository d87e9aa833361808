/// @file
/// Lab 04, stage tile: load a tile to shared memory, wait, convolve from it.
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
  const int r = filter_width / 2;
  const int pitch = blockDim.x + 2 * r;
  const int rows = blockDim.y + 2 * r;
  const int origin_x = blockIdx.x * blockDim.x - r;  // the image pixel of tile[0]
  const int origin_y = blockIdx.y * blockDim.y - r;
  const int rank = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  // Row and column of element n go along with n; from one round to the next they grow by these.
  const int more_rows = threads / pitch;
  const int more_cols = threads - more_rows * pitch;  // less than a row
  int row = rank / pitch;
  int col = rank - row * pitch;
  for (int n = rank; row < rows; n += threads) {
    tile[n] = pixel_or_border(input, width, height, origin_x + col, origin_y + row, border);
    row += more_rows;
    col += more_cols;
    if (col >= pitch) {
      col -= pitch;
      ++row;
    }
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  // From the last weight to the first one, each with the pixel that it belongs to.
  float sum = 0.0f;
  for (int k = filter_width * filter_width - 1, j = filter_width - 1; j >= 0; --j) {
    const float* const line = tile + (threadIdx.y + j) * pitch;
    for (int i = filter_width - 1; i >= 0; --i, --k)
      sum = fmaf(filter_weights[k], line[threadIdx.x + i], sum);
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const int r = filter_width / 2;
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2 * r) * (block.y + 2 * r);
  convolve_tiled<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height,
                                                      filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
