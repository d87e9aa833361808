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
  for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
    float down = 0.0f;
    for (int i = 0; i <= 2 * radius; ++i) {
      down += weights[i] * along_x[j + i][threadIdx.x];
    }
    output[static_cast<std::size_t>(tile_top + j) * width + x] = down;
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
