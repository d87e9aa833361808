/// @file
/// Lab 11, stage rows: one pass over some rows of a band. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

// A block has one thread for each column of its tile. Tiles are counted down the image by
// blockIdx.x and across it by blockIdx.y.
constexpr int kColumns = 128;
constexpr int kTileRows = 16;

__device__ int nearest(int value, int size) {
  if (value < 0) return 0;
  return value < size ? value : size - 1;
}

__global__ void filter_columns(const float* __restrict__ source, float* __restrict__ target,
                               int top, int width, int height, int first, int rows,
                               const float* __restrict__ weights, int radius) {
  __shared__ float w[2 * kMaxRadius + 1];
  // Each thread uses its own column of this alone.
  __shared__ float along_x[(kTileRows + 2 * kMaxRadius) * kColumns];

  const int taps = 2 * radius + 1;
  for (int i = threadIdx.x; i < taps; i += kColumns) w[i] = weights[i];
  __syncthreads();

  const int x = blockIdx.y * kColumns + threadIdx.x;
  if (x >= width) return;
  float* mine = along_x + threadIdx.x;

  const int begin = first + static_cast<int>(blockIdx.x) * kTileRows;
  const int end = min(begin + kTileRows, first + rows);

  for (int k = 0; k < end - begin + 2 * radius; ++k) {
    const int y = nearest(begin + k - radius, height);
    const float* line = source + static_cast<std::size_t>(y - top) * width;
    float sum = 0;
    for (int i = 0; i < taps; ++i) sum += w[i] * line[nearest(x + i - radius, width)];
    mine[k * kColumns] = sum;
  }

  std::size_t place = static_cast<std::size_t>(begin - top) * width + x;
  for (int k = 0; k < end - begin; ++k) {
    float sum = 0;
    for (int i = 0; i < taps; ++i) sum += w[i] * mine[(k + i) * kColumns];
    target[place] = sum;
    place += width;
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows <= 0) return;
  const Band& band = bands.band[number];
  const dim3 grid((rows - 1) / kTileRows + 1, (bands.width - 1) / kColumns + 1);
  KIT_CHECK(cudaSetDevice(band.device));
  filter_columns<<<grid, kColumns, 0, band.compute>>>(
      band.d_rows[from], band.d_rows[1 - from], band.first - bands.halo, bands.width,
      bands.height, first, rows, band.d_weights, bands.radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
