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
    const int y = clamped(tile_first + j - radius, height);
    const float* row = from + static_cast<std::size_t>(y - top) * width;
    float sum = 0;
    for (int i = 0; i <= 2 * radius; ++i) {
      const int column = clamped(x + i - radius, width);
      sum += weights[i] * row[column];
    }
    along_x[j][threadIdx.x] = sum;
  }
  __syncthreads();

  if (x >= width) return;
  for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
    const int y = tile_first + j;
    float sum = 0;
    for (int i = 0; i <= 2 * radius; ++i) {
      sum += weights[i] * along_x[j + i][threadIdx.x];
    }
    to[static_cast<std::size_t>(y - top) * width + x] = sum;
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows == 0) return;
  const Band& band = bands.band[number];
  const int top = band.first - bands.halo;
  const dim3 block(kTileWidth, kBlockHeight);
  const dim3 grid((bands.width + kTileWidth - 1) / kTileWidth,
                  (rows + kTileHeight - 1) / kTileHeight);
  KIT_CHECK(cudaSetDevice(band.device));
  filter_tile<<<grid, block, 0, band.compute>>>(band.d_rows[from], band.d_rows[1 - from], top,
                                                bands.width, bands.height, first, rows,
                                                band.d_weights, bands.radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
