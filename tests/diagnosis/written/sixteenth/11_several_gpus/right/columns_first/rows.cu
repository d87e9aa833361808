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

/// `from` and `to` hold row y of the image at (y - top) * width. First down the columns, those of
/// the halo at the left and right included, then along the rows.
__global__ void filter_tile(const float* __restrict__ from, float* __restrict__ to, int top,
                            int width, int height, int first, int rows,
                            const float* __restrict__ weights, int radius) {
  __shared__ float along_y[kTileHeight][kTileWidth + 2 * kMaxRadius];
  const int tile_x = blockIdx.x * kTileWidth;
  const int tile_first = first + blockIdx.y * kTileHeight;
  const int tile_rows = min(kTileHeight, first + rows - tile_first);

  for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
    for (int column = threadIdx.x; column < kTileWidth + 2 * radius; column += kTileWidth) {
      const int x = clamped(tile_x + column - radius, width);
      float sum = 0;
      for (int i = 0; i <= 2 * radius; ++i) {
        const int y = clamped(tile_first + j + i - radius, height);
        sum += weights[i] * from[static_cast<std::size_t>(y - top) * width + x];
      }
      along_y[j][column] = sum;
    }
  }
  __syncthreads();

  const int x = tile_x + threadIdx.x;
  if (x >= width) return;
  for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
    float sum = 0;
    for (int i = 0; i <= 2 * radius; ++i) sum += weights[i] * along_y[j][threadIdx.x + i];
    to[static_cast<std::size_t>(tile_first + j - top) * width + x] = sum;
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows == 0) return;
  const Band& band = bands.band[number];
  const int top = band.first - bands.halo;  // the row of the image that the buffers begin with
  const dim3 grid((bands.width + kTileWidth - 1) / kTileWidth,
                  (rows + kTileHeight - 1) / kTileHeight);
  KIT_CHECK(cudaSetDevice(band.device));
  filter_tile<<<grid, dim3(kTileWidth, kBlockHeight), 0, band.compute>>>(
      band.d_rows[from], band.d_rows[1 - from], top, bands.width, bands.height, first, rows,
      band.d_weights, bands.radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
