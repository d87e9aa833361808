/// @file
/// Lab 05, challenge, rung 1: both passes in one kernel. Read README.md first.
/// A block filters all rows that its outputs need along x, also those that belong to the blocks
/// above and below, and keeps them in shared memory; then it filters down the columns.
///
///             64 columns
///           +------------+  ---
///           |  filtered  |   r       rows of the block above, filtered here once more
///           +------------+  ---
///           |  filtered  |  kTileHeight: the rows of which this block writes the outputs
///           +------------+  ---
///           |  filtered  |   r       rows of the block below
///           +------------+  ---
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

// A block's outputs; its threads take one row of each kBlockRows. A taller tile filters fewer rows
// twice: of kTileHeight + 2 * radius filtered rows, 2 * radius belong to the neighbours.
constexpr int kTileWidth = 64;
constexpr int kTileHeight = 32;
constexpr int kBlockRows = 4;

/// The weights of the call at hand, in their first `taps` places.
__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// The value of the intermediate image at (x, y), where y may lie outside the image.
__device__ float filtered_along_row(const float* __restrict__ input, int width, int height, int x,
                                    int y, int taps, kit::Border border) {
  const bool clamped = border == kit::Border::clamp;
  if (!clamped && (y < 0 || y >= height)) return 0.0f;
  const float* const row = input + min(max(y, 0), height - 1) * width;
  const int radius = taps / 2;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) {
    const int column = x + i - radius;
    const int nearest = min(max(column, 0), width - 1);
    const bool counts = clamped || column == nearest;
    sum += constant_row[i] * (counts ? row[nearest] : 0.0f);
  }
  return sum;
}

/// One block computes a tile of kTileWidth x kTileHeight pixels. Dynamic shared memory: kTileHeight
/// + 2 * radius filtered rows of kTileWidth floats.
__global__ void filter_tile(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int x = blockIdx.x * kTileWidth + threadIdx.x;
  const int tile_y = blockIdx.y * kTileHeight;  // the tile's first row
  float* const tile_column = tile + threadIdx.x;

  // Columns right of the image are filtered as if they were its last one; nobody reads them.
  const int rows_needed = min(kTileHeight, height - tile_y) + 2 * radius;
  const int valid_x = min(x, width - 1);
  int y = tile_y - radius + int(threadIdx.y);
  float* to = tile_column + threadIdx.y * kTileWidth;
  for (int left = rows_needed - int(threadIdx.y); left > 0; left -= kBlockRows) {
    *to = filtered_along_row(input, width, height, valid_x, y, taps, border);
    y += kBlockRows;
    to += kBlockRows * kTileWidth;
  }
  __syncthreads();

  const auto down_the_column = [&](const float* from) {
    float sum = 0.0f;
    const float* weight = constant_column;
    for (const float* const end = from + taps * kTileWidth; from != end; from += kTileWidth) {
      sum = fmaf(*weight++, *from, sum);
    }
    return sum;
  };
  if (x < width) {
#pragma unroll 2
    for (int part = 0; part < kTileHeight / kBlockRows; ++part) {
      const int n = part * kBlockRows + int(threadIdx.y);
      if (tile_y + n >= height) break;
      output[(tile_y + n) * width + x] = down_the_column(tile_column + n * kTileWidth);
    }
  }
}

}  // namespace

void separable_one_kernel(const float* d_input, float* d_output, int width, int height,
                          const float* row_weights, const float* column_weights, int taps,
                          kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 block(kTileWidth, kBlockRows);
  const dim3 grid((width - 1) / kTileWidth + 1, (height - 1) / kTileHeight + 1);
  const std::size_t tile_bytes = sizeof(float) * kTileWidth * (kTileHeight + taps - 1);
  filter_tile<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
