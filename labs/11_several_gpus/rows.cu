/// @file
/// Lab 11, stage rows: one pass over some rows of a band. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

// A block of 32x8 threads filters a tile of 32x32 pixels: four rows a thread, so that the halo
// above and below is read for more than 8 rows.
constexpr int kTileWidth = 32;
constexpr int kTileHeight = 32;
constexpr int kBlockHeight = 8;

__device__ int clamped(int value, int size) {
  return min(max(value, 0), size - 1);
}

/// `from` and `to` hold row y of the image at (y - top) * width.
__global__ void filter_tile(const float* __restrict__ from, float* __restrict__ to, int top,
                            int width, int height, int first, int rows,
                            const float* __restrict__ weights, int radius) {
  // Rows of the tile and its halo, filtered along x.
  __shared__ float along_x[kTileHeight + 2 * kMaxRadius][kTileWidth];
  const int x = blockIdx.x * kTileWidth + threadIdx.x;
  const int tile_first = first + blockIdx.y * kTileHeight;
  const int tile_rows = min(kTileHeight, first + rows - tile_first);

  for (int j = threadIdx.y; j < tile_rows + 2 * radius; j += kBlockHeight) {
    // TODO(lab11): find the row of the image, then of the buffer; filter along x (about 7 lines)
    // END TODO
  }
  __syncthreads();

  if (x >= width) return;
  for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
    // TODO(lab11): filter along y, store into the row of the buffer (about 5 lines)
    // END TODO
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows == 0) return;
  // TODO(lab11): on the band's device, queue the kernel on `compute` (about 9 lines)
  // END TODO
}

}  // namespace lab11
