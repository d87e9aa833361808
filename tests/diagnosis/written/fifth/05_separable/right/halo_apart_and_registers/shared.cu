/// @file
/// Lab 05, stage shared: the middle of a tile is loaded first, then the halo on either side.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float row_of_weights[kMaxTaps];
__constant__ float column_of_weights[kMaxTaps];

/// Pixel (x, y), which may lie beyond the image.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  const int inside_x = min(max(x, 0), width - 1), inside_y = min(max(y, 0), height - 1);
  const bool inside = inside_x == x && inside_y == y;
  return inside || border == kit::Border::clamp ? image[inside_y * width + inside_x] : 0.0f;
}

__global__ void rows_pass(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int taps, kit::Border border) {
  extern __shared__ float cache[];
  const int radius = taps / 2, across = blockDim.x;
  const int column = threadIdx.x;
  const int left = blockIdx.x * across;
  const int x = left + column, y = blockIdx.y * blockDim.y + threadIdx.y;
  float* const mine = cache + threadIdx.y * (across + 2 * radius);

  if (y < height) {
    mine[radius + column] = pixel_or_border(input, width, height, x, y, border);
    for (int k = column; k < radius; k += across) {
      mine[k] = pixel_or_border(input, width, height, left - radius + k, y, border);
    }
    for (int k = column; k < radius; k += across) {
      mine[radius + across + k] = pixel_or_border(input, width, height, left + across + k, y, border);
    }
  }
  __syncthreads();

  if (x < width && y < height) {
    const float* next = mine + column;
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) sum += row_of_weights[i] * *next++;
    output[y * width + x] = sum;
  }
}

__global__ void columns_pass(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height, int taps, kit::Border border) {
  extern __shared__ float cache[];
  const int radius = taps / 2, down = blockDim.y, pitch = blockDim.x;
  const int row = threadIdx.y;
  const int top = blockIdx.y * down;
  const int x = blockIdx.x * pitch + threadIdx.x, y = top + row;
  float* const mine = cache + threadIdx.x;

  const auto load = [&](int tile_row) {
    mine[tile_row * pitch] =
        pixel_or_border(input, width, height, x, top + tile_row - radius, border);
  };
  if (x < width) {
    load(radius + row);
    for (int k = row; k < radius; k += down) load(k);
    for (int k = row; k < radius; k += down) load(radius + down + k);
  }
  __syncthreads();

  if (x < width && y < height) {
    float sum = 0.0f;
    for (int j = 0; j < taps; ++j) sum += column_of_weights[j] * mine[(row + j) * pitch];
    output[y * width + x] = sum;
  }
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t length = taps * sizeof *row_weights;
  KIT_CHECK(cudaMemcpyToSymbolAsync(row_of_weights, row_weights, length, 0, cudaMemcpyHostToDevice,
                                    stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(column_of_weights, column_weights, length, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  const unsigned more = taps - 1;  // pixels of both sides' halo
  rows_pass<<<grid, block, sizeof(float) * block.y * (block.x + more), stream>>>(
      d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  columns_pass<<<grid, block, sizeof(float) * block.x * (block.y + more), stream>>>(
      d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
