/// @file
/// Lab 11, stage rows: one pass over some rows of a band; first down the columns, then along x.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kTileWidth = 32;
constexpr int kTileHeight = 8;

/// A thread a result. Tiles lie below one another in x: there may be more than 65535 of them.
/// A block needs the columns of its tile and `radius` more on either side.
__global__ void filter_tile(const float* __restrict__ from, float* __restrict__ to,
                            const float* __restrict__ weights, int top, int width, int height,
                            int first, int rows, int radius) {
  extern __shared__ float along_y[];  // kTileHeight rows of `pitch` sums
  const int pitch = kTileWidth + 2 * radius;
  const int tile_x = blockIdx.y * kTileWidth;
  const int y = first + blockIdx.x * kTileHeight + threadIdx.y;
  const bool inside = y < first + rows;
  float* sums = along_y + threadIdx.y * pitch;

  for (int c = threadIdx.x; inside && c < pitch; c += kTileWidth) {
    const int column = min(max(tile_x + c - radius, 0), width - 1);
    float sum = 0;
    for (int i = -radius; i <= radius; ++i) {
      const int row = min(max(y + i, 0), height - 1) - top;
      sum += weights[radius + i] * from[static_cast<std::size_t>(row) * width + column];
    }
    sums[c] = sum;
  }
  __syncthreads();

  const int x = tile_x + threadIdx.x;
  if (!inside || x >= width) return;
  float sum = 0;
  for (int i = 0; i <= 2 * radius; ++i) sum += weights[i] * sums[threadIdx.x + i];
  to[static_cast<std::size_t>(y - top) * width + x] = sum;
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows <= 0) return;
  const Band& band = bands.band[number];
  const std::size_t bytes = sizeof(float) * kTileHeight * (kTileWidth + 2 * bands.radius);
  KIT_CHECK(cudaSetDevice(band.device));
  filter_tile<<<dim3((rows + kTileHeight - 1) / kTileHeight,
                     (bands.width + kTileWidth - 1) / kTileWidth),
                dim3(kTileWidth, kTileHeight), bytes, band.compute>>>(
      band.d_rows[from], band.d_rows[1 - from], band.d_weights, band.first - bands.halo,
      bands.width, bands.height, first, rows, bands.radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
