/// @file
/// Lab 10, stage strip: filters some rows of an image, of which the device holds a ring. Read
/// README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

// A block of 32x8 threads filters a tile of 32x32 pixels: four rows a thread, one below the other.
constexpr int kTileWidth = 32;
constexpr int kTileHeight = 32;
constexpr int kBlockHeight = 8;
constexpr int kThreads = kTileWidth * kBlockHeight;
constexpr int kRowsPerThread = kTileHeight / kBlockHeight;
// An odd number, so that neighbouring columns stand in different banks.
constexpr int kColumnLength = kTileHeight + 2 * kMaxRadius + 1;

__global__ void filter_tile(const float* __restrict__ ring, int ring_rows,
                            float* __restrict__ output, int width, int height, int first, int rows,
                            const float* __restrict__ weights, int radius) {
  // Filtered along x; each column of the tile, with its halo, is contiguous.
  __shared__ float columns[kTileWidth * kColumnLength];
  const int tile_left = blockIdx.x * kTileWidth;
  const int tile_top = blockIdx.y * kTileHeight;  // counted from the strip's first row
  const int tile_rows = min(kTileHeight, rows - tile_top);
  const int tile_columns = min(kTileWidth, width - tile_left);
  const int taps = 2 * radius + 1;
  const int place = first % ring_rows;  // of the strip's first row

  // The values to compute are numbered, and the threads share the numbers.
  const int values = kTileWidth * (tile_rows + 2 * radius);
  for (int n = threadIdx.y * kTileWidth + threadIdx.x; n < values; n += kThreads) {
    const int column = n % kTileWidth;
    const int j = n / kTileWidth;
    if (column >= tile_columns) continue;
    const int y = min(max(first + tile_top + j - radius, 0), height - 1);
    int row = place + (y - first);
    if (row < 0) {
      row += ring_rows;
    } else if (row >= ring_rows) {
      row -= ring_rows;
    }
    const float* const pixels = ring + static_cast<std::size_t>(row) * width;
    const int leftmost = tile_left + column - radius;
    float along = 0.0f;
    for (int i = 0; i < taps; ++i) {
      along += weights[i] * pixels[min(max(leftmost + i, 0), width - 1)];
    }
    columns[column * kColumnLength + j] = along;
  }
  __syncthreads();

  const int column = threadIdx.x;
  if (column >= tile_columns) return;
  const int begin = threadIdx.y * kRowsPerThread;
  const int end = min(begin + kRowsPerThread, tile_rows);
  for (int j = begin; j < end; ++j) {
    const float* const window = columns + column * kColumnLength + j;
    float down = 0.0f;
    for (int i = 0; i < taps; ++i) down += weights[i] * window[i];
    output[static_cast<std::size_t>(tile_top + j) * width + tile_left + column] = down;
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
