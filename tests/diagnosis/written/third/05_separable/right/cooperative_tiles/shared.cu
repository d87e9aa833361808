/// @file
/// Lab 05, stage shared: the block as one group, tiles filled in the order of memory.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile.cuh"

namespace lab05 {
namespace {

namespace cg = cooperative_groups;

__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

__device__ bool to_inside(int& place, int length, kit::Border border) {
  const int nearest = min(max(place, 0), length - 1);
  const bool counts = nearest == place || border == kit::Border::clamp;
  place = nearest;
  return counts;
}

__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float memory[];
  const cg::thread_block block = cg::this_thread_block();
  const dim3 corner(blockIdx.x * blockDim.x, blockIdx.y * blockDim.y);
  const int halo = taps - 1;
  const Tile tile{memory, static_cast<int>(blockDim.x) + halo, static_cast<int>(blockDim.y)};

  tile.fill(block, [&](int column, int row) {
    int x = static_cast<int>(corner.x) + column - halo / 2;
    const int y = static_cast<int>(corner.y) + row;
    if (y >= height || !to_inside(x, width, border)) return 0.0f;
    return input[y * width + x];
  });

  const int x = corner.x + threadIdx.x, y = corner.y + threadIdx.y;
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) sum += constant_row[i] * tile(threadIdx.x + i, threadIdx.y);
    output[y * width + x] = sum;
  }
}

__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  extern __shared__ float memory[];
  const cg::thread_block block = cg::this_thread_block();
  const dim3 corner(blockIdx.x * blockDim.x, blockIdx.y * blockDim.y);
  const int halo = taps - 1;
  const Tile tile{memory, static_cast<int>(blockDim.x), static_cast<int>(blockDim.y) + halo};

  tile.fill(block, [&](int column, int row) {
    const int x = static_cast<int>(corner.x) + column;
    int y = static_cast<int>(corner.y) + row - halo / 2;
    if (x >= width || !to_inside(y, height, border)) return 0.0f;
    return input[y * width + x];
  });

  const int x = corner.x + threadIdx.x, y = corner.y + threadIdx.y;
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int j = 0; j < taps; ++j) sum += constant_column[j] * tile(threadIdx.x, threadIdx.y + j);
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
  const auto tile_bytes = [](std::size_t columns, std::size_t rows) {
    return columns * rows * sizeof(float);
  };
  filter_rows<<<grid, block, tile_bytes(block.x + taps - 1, block.y), stream>>>(
      d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, tile_bytes(block.x, block.y + taps - 1), stream>>>(
      d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
