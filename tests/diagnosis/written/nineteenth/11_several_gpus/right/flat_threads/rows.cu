/// @file
/// Lab 11, stage rows: one pass over some rows of a band. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

// A block of 256 threads in one dimension filters a tile of 64x32 pixels.
constexpr int kColumns = 64;
constexpr int kRows = 32;
constexpr int kThreads = 256;

template <int kTaps>
struct Tile {
  float values[kRows + kTaps - 1][kColumns];
};

/// `from` and `to` hold row y of the image at (y - top) * width.
__global__ void filter_tile(const float* __restrict__ from, float* __restrict__ to, int top,
                            int width, int height, int first, int end,
                            const float* __restrict__ weights, int radius) {
  __shared__ Tile<2 * kMaxRadius + 1> tile;
  const int left = blockIdx.x * kColumns;
  const int begin = first + blockIdx.y * kRows;
  const int columns = min(kColumns, width - left);
  const int rows = min(kRows, end - begin);
  const int taps = 2 * radius + 1;

  const int to_fill = (rows + taps - 1) * columns;
  for (int place = threadIdx.x; place < to_fill; place += kThreads) {
    const int j = place / columns;
    const int i = place - j * columns;
    const int y = min(max(begin + j - radius, 0), height - 1);
    const float* const row = from + static_cast<std::size_t>(y - top) * width;
    float sum = 0;
    for (int tap = 0; tap < taps; ++tap) {
      sum += weights[tap] * row[min(max(left + i + tap - radius, 0), width - 1)];
    }
    tile.values[j][i] = sum;
  }
  __syncthreads();

  const int to_store = rows * columns;
  for (int place = threadIdx.x; place < to_store; place += kThreads) {
    const int j = place / columns;
    const int i = place - j * columns;
    float sum = 0;
    for (int tap = 0; tap < taps; ++tap) sum += weights[tap] * tile.values[j + tap][i];
    to[static_cast<std::size_t>(begin + j - top) * width + left + i] = sum;
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows <= 0) return;
  const Band& band = bands.band[number];
  KIT_CHECK(cudaSetDevice(band.device));
  const dim3 grid((bands.width - 1) / kColumns + 1, (rows - 1) / kRows + 1);
  filter_tile<<<grid, kThreads, 0, band.compute>>>(
      band.d_rows[from], band.d_rows[1 - from], band.first - bands.halo, bands.width, bands.height,
      first, first + rows, band.d_weights, bands.radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
