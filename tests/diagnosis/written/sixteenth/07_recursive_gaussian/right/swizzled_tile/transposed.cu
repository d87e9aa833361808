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
/// Column i of row j stands at place i ^ j of its row: so neither rows nor columns share a bank.
__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float tile[kTile * kTile];
  const int i = threadIdx.x;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const int columns = min(kTile, width - left), rows = min(kTile, height - top);
  if (i < columns) {
    for (int j = threadIdx.y; j < rows; j += kTileRows) {
      tile[j * kTile + (i ^ j)] = input[(top + j) * width + left + i];
    }
  }
  __syncthreads();
  if (i < rows) {
    for (int j = threadIdx.y; j < columns; j += kTileRows) {
      output[(left + j) * height + top + i] = tile[i * kTile + (j ^ i)];
    }
  }
}

/// One thread filters one column, in place, with Boundary::exact. A step waits for the one before
/// it; its load does not have to, so kAhead loads are on their way together.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* column = image + x;
  const float last = column[(height - 1) * width];
  float u = column[0];
  float w = u;
  float d = 0.0f;
  float ahead[kAhead];

  const auto step = [&](float sample) {
    u += filter.p * (sample - u);
    d = filter.e1 * (u - w) + filter.e2 * d;
    return w += d;
  };
  // Each group is asked for before the one ahead of it is filtered.
  const auto pass = [&](int start, int direction) {
    float* const from = column + start * width;
    const int stride = direction * width;
    float next[kAhead];
    for (int k = 0; k < kAhead; ++k) next[k] = k < height ? from[k * stride] : 0.0f;
    for (int begin = 0; begin < height; begin += kAhead) {
      for (int k = 0; k < kAhead; ++k) {
        ahead[k] = next[k];
        const int later = begin + kAhead + k;
        if (later < height) next[k] = from[later * stride];
      }
      for (int k = 0; k < kAhead; ++k) {
        if (begin + k < height) from[(begin + k) * stride] = step(ahead[k]);
      }
    }
  };
  pass(0, 1);

  const float du = u - last;
  const float dw = w - last;
  const float dd = d;
  u = last + filter.end[0][0] * du + filter.end[0][1] * dw + filter.end[0][2] * dd;
  w = last + filter.end[1][0] * du + filter.end[1][1] * dw + filter.end[1][2] * dd;
  d = filter.end[2][0] * du + filter.end[2][1] * dw + filter.end[2][2] * dd;

  pass(height - 1, -1);
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
