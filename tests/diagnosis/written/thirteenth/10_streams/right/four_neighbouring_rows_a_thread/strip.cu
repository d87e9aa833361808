/// @file
/// Lab 10, stage strip: filters some rows of an image, of which the device holds a ring. Read
/// README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

// A block of 32x8 threads filters a tile of 32x32 pixels: four rows a thread, so that the halo
// above and below is read for more than 8 rows.
constexpr int kTileWidth = 32;
constexpr int kTileHeight = 32;
constexpr int kBlockHeight = 8;
constexpr int kThreadRows = kTileHeight / kBlockHeight;  // of the result, one below another

__device__ int clamped(int value, int size) {
  return min(max(value, 0), size - 1);
}

__global__ void filter_tile(const float* __restrict__ ring, int ring_rows,
                            float* __restrict__ output, int width, int height, int first, int rows,
                            const float* __restrict__ weights, int radius) {
  // Rows of the tile and its halo, filtered along x.
  __shared__ float along_x[kTileHeight + 2 * kMaxRadius][kTileWidth];
  const int x = blockIdx.x * kTileWidth + threadIdx.x;
  const int tile_top = blockIdx.y * kTileHeight;  // counted from the strip's first row
  const int tile_rows = min(kTileHeight, rows - tile_top);

  for (int j = threadIdx.y; j < tile_rows + 2 * radius; j += kBlockHeight) {
    const int row = clamped(first + tile_top + j - radius, height) % ring_rows;
    const float* const pixels = ring + static_cast<std::size_t>(row) * width;
    float along = 0.0f;
    for (int i = 0; i <= 2 * radius; ++i) {
      along += weights[i] * pixels[clamped(x + i - radius, width)];
    }
    along_x[j][threadIdx.x] = along;
  }
  __syncthreads();

  if (x >= width) return;
  // A thread's rows are neighbours, and so it reads each value of its column once: the value in row
  // j of along_x has weight j - n in row n of the result.
  const int top = int(threadIdx.y) * kThreadRows;
  const int end = min(top + kThreadRows, tile_rows);
  float down[kThreadRows] = {};
  for (int j = top; j < end + 2 * radius; ++j) {
    const float along = along_x[j][threadIdx.x];
    for (int row = 0; row < kThreadRows; ++row) {
      const int i = j - (top + row);
      if (i >= 0 && i <= 2 * radius) down[row] += weights[i] * along;
    }
  }
  for (int row = 0; row < kThreadRows; ++row) {
    if (top + row < end) {
      output[static_cast<std::size_t>(tile_top + top + row) * width + x] = down[row];
    }
  }
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  const dim3 grid((width + kTileWidth - 1) / kTileWidth, (rows + kTileHeight - 1) / kTileHeight);
  filter_tile<<<grid, dim3(kTileWidth, kBlockHeight), 0, stream>>>(
      d_ring, ring_rows, d_output, width, height, first, rows, d_weights, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
