/// @file
/// Lab 05, stage shared: the tile is in tile.cuh.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile.cuh"

namespace lab05 {
namespace {

namespace cg = cooperative_groups;
using tiles::Source;
using tiles::Tile;

__constant__ float c_weights[2][kMaxTaps];  // 0: along x, 1: along y

template <bool kVertical>
__global__ void convolve(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, int taps, kit::Border border) {
  extern __shared__ float memory[];
  const cg::thread_block block = cg::this_thread_block();
  const int radius = taps / 2;
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  const int halo_x = kVertical ? 0 : radius, halo_y = kVertical ? radius : 0;

  Tile tile{memory, int(blockDim.x) + 2 * halo_x, int(blockDim.y) + 2 * halo_y};
  const Source source{input, width, height, border};
  tiles::fill(block, tile, [&](int column, int row) {
    return source(left + column - halo_x, top + row - halo_y);
  });

  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int k = 0; k < taps; ++k) {
      const int column = threadIdx.x + (kVertical ? 0 : k);
      const int row = threadIdx.y + (kVertical ? k : 0);
      sum += c_weights[kVertical ? 1 : 0][k] * tile.at(column, row);
    }
    output[y * width + x] = sum;
  }
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float);
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(c_weights, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_weights, column_weights, bytes, kMaxTaps * sizeof(float),
                                    cudaMemcpyHostToDevice, stream));

  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  const auto tile_bytes = [&](unsigned halo_x, unsigned halo_y) {
    return sizeof(float) * (block.x + 2 * halo_x) * (block.y + 2 * halo_y);
  };
  const unsigned radius = taps / 2;
  convolve<false><<<grid, block, tile_bytes(radius, 0), stream>>>(d_input, d_workspace, width,
                                                                  height, taps, border);
  KIT_CHECK(cudaGetLastError());
  convolve<true><<<grid, block, tile_bytes(0, radius), stream>>>(d_workspace, d_output, width,
                                                                 height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
