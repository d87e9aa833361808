// Lab 05: separable filter, pixels go through tiles in shared memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

// Horizontal pass. Tile: blockDim.y rows of blockDim.x + 2 * radius floats.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int block_x = blockIdx.x * blockDim.x;
  const int x = block_x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int pitch = blockDim.x + 2 * radius;
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int block_y = blockIdx.y * blockDim.y;

  // The whole block takes the tile as one piece; a pixel may be loaded by a thread of another row.
  const int rows = min(static_cast<int>(blockDim.y), height - block_y);
  for (int n = thread; n < rows * pitch; n += threads) {
    const float* source = input + (block_y + n / pitch) * width;
    tile[n] = value_on_line(source, width, 1, block_x + n % pitch - radius, border);
  }
  __syncthreads();
  if (x >= width || y >= height) return;

  const float* window = tile + threadIdx.y * pitch + threadIdx.x;
  float acc = 0.0f;
  for (int i = 0; i < taps; ++i) {
    acc += constant_row[i] * *window++;
  }
  output[y * width + x] = acc;
}

// Vertical pass. Tile: blockDim.y + 2 * radius rows of blockDim.x floats.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int block_y = blockIdx.y * blockDim.y;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = block_y + threadIdx.y;
  const int pitch = blockDim.x;
  const int rows = blockDim.y + 2 * radius;
  float* const tile_column = tile + threadIdx.x;

  if (x < width) {
    for (int j = threadIdx.y; j < rows; j += blockDim.y) {
      tile_column[j * pitch] =
          value_on_line(input + x, height, width, block_y + j - radius, border);
    }
  }
  __syncthreads();

  if (x < width && y < height) {
    float acc = 0.0f;
    for (int j = 0; j < taps; ++j) {
      acc += constant_column[j] * tile_column[(threadIdx.y + j) * pitch];
    }
    output[y * width + x] = acc;
  }
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

  const int halo = 2 * (taps / 2);
  const std::size_t row_tile = sizeof(float) * (block.x + halo) * block.y;
  const std::size_t column_tile = sizeof(float) * block.x * (block.y + halo);
  filter_rows<<<grid, block, row_tile, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, column_tile, stream>>>(d_workspace, d_output, width, height, taps,
                                                       border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
