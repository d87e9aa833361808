/// @file
/// Lab 07, stage transposed: every access coalesced, rows turned to columns. Read README.md first.
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
  // Pixel (column, row) of the tile stands at [row][column ^ row]: a row is permuted within itself.
  // The 32 pixels of a row use 32 banks, and those of a column too, without a column more.
  __shared__ float tile[kTile][kTile];
  const int left = blockIdx.x * kTile;
  const int top = blockIdx.y * kTile;
  const int tx = threadIdx.x;
  for (int row = threadIdx.y; row < kTile; row += kTileRows) {
    const int x = left + tx;
    const int y = top + row;
    if (x < width && y < height) tile[row][tx ^ row] = input[y * width + x];
  }
  __syncthreads();
  for (int row = threadIdx.y; row < kTile; row += kTileRows) {
    const int x = top + tx;    // in the output, which is `height` wide
    const int y = left + row;
    if (x < height && y < width) output[y * height + x] = tile[tx][row ^ tx];
  }
}

/// One thread filters one column, in place, with Boundary::exact. A step waits for the one before
/// it; its load does not have to, so kAhead loads are on their way together.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const column = image + x;
  const float last = column[(height - 1) * width];
  float u = column[0];
  float w = u;
  float d = 0.0f;
  float ahead[kAhead];

  for (int y = 0; y < height; y += kAhead) {
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      if (y + i < height) ahead[i] = column[(y + i) * width];
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      if (y + i < height) {
        u += filter.p * (ahead[i] - u);
        d = filter.e1 * (u - w) + filter.e2 * d;
        w += d;
        column[(y + i) * width] = w;
      }
    }
  }

  // Turn round: how far is the state from that of a line that has always been `last`?
  const float su = u - last;
  const float sw = w - last;
  const float sd = d;
  u = last + (filter.end[0][0] * su + filter.end[0][1] * sw + filter.end[0][2] * sd);
  w = last + (filter.end[1][0] * su + filter.end[1][1] * sw + filter.end[1][2] * sd);
  d = filter.end[2][0] * su + filter.end[2][1] * sw + filter.end[2][2] * sd;

  for (int y = height - 1; y >= 0; y -= kAhead) {
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      if (y - i >= 0) ahead[i] = column[(y - i) * width];
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      if (y - i >= 0) {
        u += filter.p * (ahead[i] - u);
        d = filter.e1 * (u - w) + filter.e2 * d;
        w += d;
        column[(y - i) * width] = w;
      }
    }
  }
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
  const dim3 there((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  const dim3 back((height + kTile - 1) / kTile, (width + kTile - 1) / kTile);

  // Rows: in the workspace the image stands on its side, `height` wide and `width` high.
  transpose<<<there, tile_block, 0, stream>>>(d_input, d_workspace, width, height);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<(height + lines_per_block - 1) / lines_per_block, lines_per_block, 0, stream>>>(
      d_workspace, height, width, filter);
  KIT_CHECK(cudaGetLastError());
  transpose<<<back, tile_block, 0, stream>>>(d_workspace, d_output, height, width);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<(width + lines_per_block - 1) / lines_per_block, lines_per_block, 0, stream>>>(
      d_output, width, height, filter);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
