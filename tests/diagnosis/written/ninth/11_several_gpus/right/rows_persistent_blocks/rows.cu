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
constexpr int kMaxBlocks = 24;  // they take turns with the tiles

__device__ int clamped(int value, int size) {
  return min(max(value, 0), size - 1);
}

/// `from` and `to` hold row y of the image at (y - top) * width.
struct Pass {
  const float* from;
  float* to;
  const float* weights;
  int top, width, height, first, rows, radius;
};

__global__ void filter_tiles(Pass pass, int tiles_across, int tiles) {
  __shared__ float along_x[kTileHeight + 2 * kMaxRadius][kTileWidth];
  __shared__ float weights[2 * kMaxRadius + 1];
  const int taps = 2 * pass.radius + 1;
  const int thread = threadIdx.y * kTileWidth + threadIdx.x;
  if (thread < taps) weights[thread] = pass.weights[thread];

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int x = tile % tiles_across * kTileWidth + threadIdx.x;
    const int tile_first = pass.first + tile / tiles_across * kTileHeight;
    const int tile_rows = min(kTileHeight, pass.first + pass.rows - tile_first);
    __syncthreads();  // the weights are there, and nobody reads the tile before any more

    if (x < pass.width) {
      for (int j = threadIdx.y; j < tile_rows + 2 * pass.radius; j += kBlockHeight) {
        const int y = clamped(tile_first + j - pass.radius, pass.height);
        const float* row = pass.from + static_cast<std::size_t>(y - pass.top) * pass.width;
        float sum = 0;
        for (int i = 0; i < taps; ++i) {
          sum = fmaf(weights[i], row[clamped(x + i - pass.radius, pass.width)], sum);
        }
        along_x[j][threadIdx.x] = sum;
      }
    }
    __syncthreads();

    if (x < pass.width) {
      for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
        float sum = 0;
        for (int i = 0; i < taps; ++i) sum = fmaf(weights[i], along_x[j + i][threadIdx.x], sum);
        pass.to[static_cast<std::size_t>(tile_first + j - pass.top) * pass.width + x] = sum;
      }
    }
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows == 0) return;
  const Band& band = bands.band[number];
  Pass pass;
  pass.from = band.d_rows[from];
  pass.to = band.d_rows[1 - from];
  pass.weights = band.d_weights;
  pass.top = band.first - bands.halo;
  pass.width = bands.width;
  pass.height = bands.height;
  pass.first = first;
  pass.rows = rows;
  pass.radius = bands.radius;
  const int across = (bands.width + kTileWidth - 1) / kTileWidth;
  const int tiles = across * ((rows + kTileHeight - 1) / kTileHeight);
  KIT_CHECK(cudaSetDevice(band.device));
  filter_tiles<<<tiles < kMaxBlocks ? tiles : kMaxBlocks, dim3(kTileWidth, kBlockHeight), 0,
                 band.compute>>>(pass, across, tiles);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
