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

/// Fills a tile of tile_width x tile_height values, whose corner is (left, top) of the image, with
/// all threads of the block in the order of their numbers: thread t takes value t, t + threads, ...
template <typename At>
__device__ void fill(float* tile, int tile_width, int tile_height, At at) {
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int row = thread / tile_width, column = thread % tile_width;
  while (row < tile_height) {
    tile[row * tile_width + column] = at(column, row);
    column += threads;
    row += column / tile_width;
    column %= tile_width;
  }
}

__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  const int pitch = blockDim.x + 2 * radius;
  const int rows = min(int(blockDim.y), height - top);  // of the image
  fill(tile, pitch, rows, [&](int column, int row) {
    return value_on_line(input + (top + row) * width, width, 1, left + column - radius, border);
  });
  __syncthreads();

  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x < width && y < height) {
    const float* value = tile + threadIdx.y * pitch + threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) sum += constant_row[i] * *value++;
    output[y * width + x] = sum;
  }
}

__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  const int pitch = min(int(blockDim.x), width - left);  // no column beyond the image
  fill(tile, pitch, blockDim.y + 2 * radius, [&](int column, int row) {
    return value_on_line(input + left + column, height, width, top + row - radius, border);
  });
  __syncthreads();

  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x < width && y < height) {
    const float* value = tile + threadIdx.y * pitch + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < taps; ++j, value += pitch) sum += constant_column[j] * *value;
    output[y * width + x] = sum;
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
