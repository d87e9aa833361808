/// @file
/// Lab 10, stage strip: filters some rows of an image, of which the device holds a ring. Read
/// README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

constexpr int kTile = 32;
constexpr int kThreads = 256;
// Odd, so that threads side by side, each in a column of its own, meet different banks.
constexpr int kColumn = kTile + 2 * kMaxRadius + 1;

/// A block of 256 threads in a line filters a tile of 32x32 pixels. Its values along x stand in
/// shared memory column by column.
/// `lowest` is the first row of the image that the strip needs, `lowest_place` its row of the ring.
__global__ void filter_tile(const float* __restrict__ ring, int ring_rows, int lowest,
                            int lowest_place, float* __restrict__ output, int width, int height,
                            int first, int rows, const float* __restrict__ weights, int radius) {
  __shared__ float columns[kTile][kColumn];
  const int taps = 2 * radius + 1;
  const int tile_left = static_cast<int>(blockIdx.x) * kTile;
  const int tile_top = static_cast<int>(blockIdx.y) * kTile;
  const int tile_columns = min(kTile, width - tile_left);
  const int tile_rows = min(kTile, rows - tile_top);
  const int self = static_cast<int>(threadIdx.x);

  for (int n = self; n < (tile_rows + 2 * radius) * tile_columns; n += kThreads) {
    const int j = n / tile_columns, c = n % tile_columns;
    int y = first + tile_top + j - radius;
    if (y < 0) y = 0;
    if (y > height - 1) y = height - 1;
    // The rows of a strip and its halo are no more than the ring's: it turns at most once.
    int place = lowest_place + (y - lowest);
    if (place >= ring_rows) place -= ring_rows;
    const float* const pixels = ring + static_cast<std::size_t>(place) * width;
    const int x = tile_left + c;
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) {
      int from = x + i - radius;
      if (from < 0) from = 0;
      if (from > width - 1) from = width - 1;
      sum += weights[i] * pixels[from];
    }
    columns[c][j] = sum;
  }
  __syncthreads();

  for (int n = self; n < tile_rows * tile_columns; n += kThreads) {
    const int j = n / tile_columns, c = n % tile_columns;
    const float* const column = &columns[c][j];
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) sum += weights[i] * column[i];
    output[static_cast<std::size_t>(tile_top + j) * width + (tile_left + c)] = sum;
  }
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  const int lowest = std::max(first - radius, 0);
  const dim3 grid((width - 1) / kTile + 1, (rows - 1) / kTile + 1);
  filter_tile<<<grid, kThreads, 0, stream>>>(d_ring, ring_rows, lowest, lowest % ring_rows,
                                             d_output, width, height, first, rows, d_weights,
                                             radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
