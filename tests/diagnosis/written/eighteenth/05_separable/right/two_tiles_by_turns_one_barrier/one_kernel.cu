/// @file
/// Lab 05, challenge, rung 1: both passes in one kernel. Read README.md first.
/// A block filters all rows that its outputs need along x, also those that belong to the blocks
/// above and below, and keeps them in shared memory; then it filters down the columns.
///
///             32 columns
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
constexpr int kTileWidth = 32;
constexpr int kTileHeight = 32;
constexpr int kTilesOfBlock = 4;  // one below the other
constexpr int kBlockRows = 8;

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

/// One block computes kTilesOfBlock tiles of kTileWidth x kTileHeight pixels, from two buffers by
/// turns. Dynamic shared memory: two times kTileHeight + 2 * radius filtered rows of kTileWidth
/// floats, at most 40,448 bytes.
__global__ void filter_tile(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int x = blockIdx.x * kTileWidth + threadIdx.x;
  const int rows = kTileHeight + 2 * radius;
  const int top = blockIdx.y * kTilesOfBlock * kTileHeight;
  const int bottom = min(top + kTilesOfBlock * kTileHeight, height);

  float* now = tile + threadIdx.x;         // the thread's column of the buffer at hand
  float* other = now + rows * kTileWidth;  // and of the one of the tile before
  for (int tile_y = top; tile_y < bottom; tile_y += kTileHeight) {
    if (x < width) {
      for (int j = threadIdx.y; j < rows; j += kBlockRows) {
        now[j * kTileWidth] =
            filtered_along_row(input, width, height, x, tile_y + j - radius, taps, border);
      }
    }
    // The buffer is complete. And all threads are done with the other one, which they read before
    // they came here: it may be written from now on.
    __syncthreads();
    if (x < width) {
      for (int n = threadIdx.y; n < min(kTileHeight, bottom - tile_y); n += kBlockRows) {
        float sum = 0.0f;
        for (int j = 0; j < taps; ++j) sum += constant_column[j] * now[(n + j) * kTileWidth];
        output[(tile_y + n) * width + x] = sum;
      }
    }
    float* const done = now;
    now = other;
    other = done;
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
  constexpr int kRowsOfBlock = kTilesOfBlock * kTileHeight;
  const dim3 grid((width + kTileWidth - 1) / kTileWidth,
                  (height + kRowsOfBlock - 1) / kRowsOfBlock);
  const std::size_t tile_bytes = 2 * sizeof(float) * kTileWidth * (kTileHeight + taps / 2 * 2);
  filter_tile<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
