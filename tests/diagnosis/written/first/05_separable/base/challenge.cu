// Lab 05, challenge: both passes in one kernel. A block filters along x all rows that its tile needs,
// those of the halo too, into shared memory, and then sums down the columns of that.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kTileWidth = 32;   // results of a block in x
constexpr int kTileHeight = 64;  // in y
constexpr int kThreadRows = 8;

__constant__ float fused_row[kMaxTaps];
__constant__ float fused_column[kMaxTaps];

__global__ void filter_both(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  __shared__ float between[kTileHeight + kMaxTaps - 1][kTileWidth];
  const int radius = taps / 2;
  const bool clamp = border == kit::Border::clamp;
  const int lane = threadIdx.x;
  const int x = blockIdx.x * kTileWidth + lane;
  const int tile_y = blockIdx.y * kTileHeight;

  const int rows = min(kTileHeight, height - tile_y) + 2 * radius;
  for (int k = threadIdx.y; k < rows; k += kThreadRows) {
    int y = tile_y + k - radius;
    float acc = 0.0f;
    if (x < width && (clamp || (y >= 0 && y < height))) {
      y = min(max(y, 0), height - 1);
      const float* const row = input + y * width;
      for (int i = 0; i < taps; ++i) {
        const int from = x + i - radius;
        if (clamp) {
          acc += fused_row[i] * row[min(max(from, 0), width - 1)];
        } else if (from >= 0 && from < width) {
          acc += fused_row[i] * row[from];
        }
      }
    }
    between[k][lane] = acc;
  }
  __syncthreads();

  if (x >= width) return;
  for (int k = threadIdx.y; k < kTileHeight && tile_y + k < height; k += kThreadRows) {
    float acc = 0.0f;
    for (int j = 0; j < taps; ++j) {
      acc += fused_column[j] * between[k + j][lane];
    }
    output[(tile_y + k) * width + x] = acc;
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float);
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(fused_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(fused_column, column_weights, bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 block(kTileWidth, kThreadRows);
  const dim3 grid((width + kTileWidth - 1) / kTileWidth, (height + kTileHeight - 1) / kTileHeight);
  filter_both<<<grid, block, 0, stream>>>(d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
