/// @file
/// Lab 05, stage shared: two passes, each through tiles in shared memory. Read README.md first.
/// The tiles have a halo in one direction only.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// The weights of the call at hand, in their first `taps` places.
__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// Either pass. The tile is the block's pixels and a halo in the direction of the pass. Dynamic
/// shared memory: the tile, its rows one behind the other.
template <bool kAlongRows>
__global__ void filter(const float* __restrict__ input, float* __restrict__ output,
                       const int width, const int height, const int taps, const bool clamped) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int halo_x = kAlongRows ? radius : 0, halo_y = kAlongRows ? 0 : radius;
  const int tile_width = blockDim.x + 2 * halo_x, tile_height = blockDim.y + 2 * halo_y;
  const int left = int(blockIdx.x * blockDim.x) - halo_x;
  const int top = int(blockIdx.y * blockDim.y) - halo_y;

  // The pixel at (column, row), which may lie outside the image.
  const auto pixel = [=](int column, int row) -> float {
    const int nearest_column = min(max(column, 0), width - 1);
    const int nearest_row = min(max(row, 0), height - 1);
    const bool inside = column == nearest_column && row == nearest_row;
    return inside || clamped ? input[nearest_row * width + nearest_column] : 0.0f;
  };
  for (int j = threadIdx.y; j < tile_height; j += blockDim.y) {
    if (kAlongRows && top + j >= height) break;  // rows without an output
    for (int i = threadIdx.x; i < tile_width; i += blockDim.x) {
      if (!kAlongRows && left + i >= width) break;  // columns without one
      tile[j * tile_width + i] = pixel(left + i, top + j);
    }
  }
  __syncthreads();

  const int x = left + halo_x + int(threadIdx.x), y = top + halo_y + int(threadIdx.y);
  if (x >= width || y >= height) return;
  const float* value = tile + int(threadIdx.y) * tile_width + int(threadIdx.x);
  const int step = kAlongRows ? 1 : tile_width;
  float sum = 0.0f;
  for (int tap = 0; tap < taps; ++tap) {
    sum += (kAlongRows ? constant_row[tap] : constant_column[tap]) * value[tap * step];
  }
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
  const int halo = taps / 2 * 2;  // on both sides together
  const std::size_t row_tile_bytes = sizeof(float) * (block.x + halo) * block.y;
  const std::size_t column_tile_bytes = sizeof(float) * block.x * (block.y + halo);
  const bool clamped = border == kit::Border::clamp;
  filter<true><<<grid, block, row_tile_bytes, stream>>>(d_input, d_workspace, width, height, taps,
                                                        clamped);
  KIT_CHECK(cudaGetLastError());
  filter<false><<<grid, block, column_tile_bytes, stream>>>(d_workspace, d_output, width, height,
                                                            taps, clamped);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
