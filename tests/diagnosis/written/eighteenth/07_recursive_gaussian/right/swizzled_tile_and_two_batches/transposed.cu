/// @file
/// Lab 07, stage transposed: every access coalesced, rows turned to columns.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kTile = 32;     // pixels per side of what a block transposes
constexpr int kTileRows = 8;  // rows of it that the block's threads move at a time
constexpr int kAhead = 16;    // pixels of a column that a thread asks for before it needs them

struct Cascade {
  float p, e1, e2;
  float end[3][3];
};

/// Stores the image with rows and columns exchanged; a block moves a tile through shared memory.
__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  // Column c of row r stands at c ^ r, so that a warp that reads a column meets all banks.
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kTileRows) {
    const int y = blockIdx.y * kTile + j;
    if (x < width && y < height) tile[j][threadIdx.x ^ j] = input[y * width + x];
  }
  __syncthreads();

  const int out_x = blockIdx.y * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kTileRows) {
    const int out_y = blockIdx.x * kTile + j;
    if (out_x < height && out_y < width) output[out_y * height + out_x] = tile[threadIdx.x][j ^ threadIdx.x];
  }
}

/// kAhead pixels of a column from row `from` on, downwards (sign 1) or upwards (sign -1). Beyond its
/// end the last of them again, which nobody uses.
__device__ void load_batch(float (&batch)[kAhead], const float* column, int from, int sign,
                           int width, int height) {
#pragma unroll
  for (int k = 0; k < kAhead; ++k) {
    batch[k] = column[min(max(from + sign * k, 0), height - 1) * width];
  }
}

/// One pass over a column, in place: while a batch is filtered the next one is on its way.
__device__ void sweep(float* column, int from, int sign, int width, int height,
                      const Cascade& filter, float (&state)[3]) {
  float now[kAhead], next[kAhead];
  load_batch(now, column, from, sign, width, height);
  for (int done = 0; done < height; done += kAhead) {
    load_batch(next, column, from + sign * (done + kAhead), sign, width, height);
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      if (done + k < height) {
        state[0] += filter.p * (now[k] - state[0]);
        state[2] = filter.e1 * (state[0] - state[1]) + filter.e2 * state[2];
        state[1] += state[2];
        column[(from + sign * (done + k)) * width] = state[1];
      }
    }
#pragma unroll
    for (int k = 0; k < kAhead; ++k) now[k] = next[k];
  }
}

/// One thread filters one column, in place, with Boundary::exact.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* column = image + x;
  const float last = column[(height - 1) * width];
  float state[3] = {column[0], column[0], 0.0f};
  sweep(column, 0, 1, width, height, filter, state);

  const float off[3] = {state[0] - last, state[1] - last, state[2]};
  for (int row = 0; row < 3; ++row) {
    state[row] = filter.end[row][0] * off[0] + filter.end[row][1] * off[1] +
                 filter.end[row][2] * off[2] + (row < 2 ? last : 0.0f);
  }
  sweep(column, height - 1, -1, width, height, filter, state);
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) filter.end[row][k] = float(coefficients.end_cascade[row][k]);
  }
  const dim3 tile_block(kTile, kTileRows);
  const int tiles_x = (width + kTile - 1) / kTile;
  const int tiles_y = (height + kTile - 1) / kTile;

  transpose<<<dim3(tiles_x, tiles_y), tile_block, 0, stream>>>(d_input, d_workspace, width, height);
  KIT_CHECK(cudaGetLastError());
  const int row_blocks = (height + lines_per_block - 1) / lines_per_block;
  filter_columns<<<row_blocks, lines_per_block, 0, stream>>>(d_workspace, height, width, filter);
  KIT_CHECK(cudaGetLastError());
  transpose<<<dim3(tiles_y, tiles_x), tile_block, 0, stream>>>(d_workspace, d_output, height,
                                                               width);
  KIT_CHECK(cudaGetLastError());
  const int column_blocks = (width + lines_per_block - 1) / lines_per_block;
  filter_columns<<<column_blocks, lines_per_block, 0, stream>>>(d_output, width, height, filter);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
