/// @file
/// Lab 05, stage shared: two passes, each through tiles in shared memory. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// The weights of the call at hand, in their first `taps` places.
__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// Value number `position` of `length` values, `step` apart; beyond the ends, what the border says.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// First pass: each row of threads loads its pixels and `radius` more on either side. Dynamic
/// shared memory: the tile, blockDim.y rows of blockDim.x + 2 * radius floats.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int block_x = blockIdx.x * blockDim.x;  // the block's first column
  const int x = block_x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int pitch = blockDim.x + 2 * radius;
  float* const tile_row = tile + threadIdx.y * pitch;

  if (y < height) {
    const float* const line = input + y * width;
    // From the right end of the row: thread 0 has the last pixel.
    const int step = blockDim.x;
    for (int i = pitch - 1 - static_cast<int>(threadIdx.x); i >= 0; i -= step) {
      tile_row[i] = value_on_line(line, width, 1, block_x + i - radius, border);
    }
  }
  __syncthreads();
  if (x >= width || y >= height) return;

  float sum = 0.0f;
  for (int i = taps - 1; i >= 0; --i) sum += constant_row[i] * tile_row[threadIdx.x + i];
  output[y * width + x] = sum;
}

/// Second pass: the same turned by 90 degrees, but loads and stores still go along rows. Dynamic
/// shared memory: the tile, blockDim.y + 2 * radius rows of blockDim.x floats.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int block_y = blockIdx.y * blockDim.y;  // the block's first row
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = block_y + threadIdx.y;
  const int pitch = blockDim.x;
  const int rows = blockDim.y + 2 * radius;
  float* const tile_column = tile + threadIdx.x;

  if (x < width) {
    const int step = blockDim.y;
    for (int j = rows - 1 - static_cast<int>(threadIdx.y); j >= 0; j -= step) {
      tile_column[j * pitch] =
          value_on_line(input + x, height, width, block_y + j - radius, border);
    }
  }
  __syncthreads();
  if (x >= width || y >= height) return;  // all have loaded by now

  float sum = 0.0f;
  const float* const own = tile_column + threadIdx.y * pitch;  // the first value of the window
  for (int j = taps; j-- > 0;) sum += constant_column[j] * own[j * pitch];
  output[y * width + x] = sum;
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  const std::size_t halo = 2 * (taps / 2);
  const std::size_t row_tile = (block.x + halo) * block.y * sizeof(float);
  const std::size_t column_tile = block.x * (block.y + halo) * sizeof(float);
  filter_rows<<<grid, block, row_tile, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, column_tile, stream>>>(d_workspace, d_output, width, height, taps,
                                                       border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
