// Right: one kernel keeps a tile of filtered rows in shared memory for any number of taps.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kTileX = 32, kTileY = 32;  // outputs of a block
constexpr int kThreadsY = 8;

__constant__ float c_row[kMaxTaps];
__constant__ float c_column[kMaxTaps];

__global__ void fused(const float* __restrict__ input, float* __restrict__ output, int width,
                      int height, int taps, kit::Border border) {
  extern __shared__ float between[];  // kTileY + 2 * radius rows of kTileX floats
  const int radius = taps / 2;
  const int rows = kTileY + 2 * radius;
  const bool clamped = border == kit::Border::clamp;
  const int tx = threadIdx.x;
  const int x = blockIdx.x * kTileX + tx;
  const int top = blockIdx.y * kTileY;

  for (int q = threadIdx.y; q < rows; q += kThreadsY) {
    int y = top - radius + q;
    if (clamped) y = min(max(y, 0), height - 1);
    float sum = 0.0f;
    if (x < width && y >= 0 && y < height) {
      for (int i = 0; i < taps; ++i) {
        int column = x - radius + i;
        if (clamped) column = min(max(column, 0), width - 1);
        if (column >= 0 && column < width) sum += c_row[i] * input[y * width + column];
      }
    }
    between[q * kTileX + tx] = sum;
  }
  __syncthreads();

  if (x >= width) return;
  for (int q = threadIdx.y; q < kTileY && top + q < height; q += kThreadsY) {
    float sum = 0.0f;
    for (int j = 0; j < taps; ++j) sum += c_column[j] * between[(q + j) * kTileX + tx];
    output[(top + q) * width + x] = sum;
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(c_column, column_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + kTileX - 1) / kTileX, (height + kTileY - 1) / kTileY);
  const std::size_t tile_bytes = sizeof(float) * kTileX * (kTileY + taps / 2 * 2);
  fused<<<grid, dim3(kTileX, kThreadsY), tile_bytes, stream>>>(d_input, d_output, width, height,
                                                               taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
