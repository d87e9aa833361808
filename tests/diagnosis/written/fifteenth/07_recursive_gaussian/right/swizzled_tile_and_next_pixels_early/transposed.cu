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
  // Pixel i of row j stands at i ^ j: neighbours of a row and of a column have different banks.
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

struct State {
  float u, w, d;
};

/// One pass over `count` pixels that stand `step` apart, in place. While kAhead of them are
/// filtered, the next ones are on their way; those behind the end are not read.
__device__ void pass(float* at, int step, int count, const Cascade& filter, State& s) {
  float now[kAhead], next[kAhead];
#pragma unroll
  for (int i = 0; i < kAhead; ++i) next[i] = i < count ? at[i * step] : 0.0f;
  while (count > 0) {
    const int more = count - kAhead;
    float* const behind = at + (more > 0 ? kAhead * step : 0);
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      now[i] = next[i];
      next[i] = i < more ? behind[i * step] : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      if (i < count) {
        s.u += filter.p * (now[i] - s.u);
        s.d = filter.e1 * (s.u - s.w) + filter.e2 * s.d;
        s.w += s.d;
        at[i * step] = s.w;
      }
    }
    at = behind;
    count = more;
  }
}

/// One thread filters one column, in place, with Boundary::exact: down, and up again.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const first = image + x;
  float* const last = first + (height - 1) * width;
  const float settled = *last;
  State s{*first, *first, 0.0f};
  pass(first, width, height, filter, s);
  s.u -= settled;
  s.w -= settled;
  const auto& m = filter.end;
  s = {settled + (m[0][0] * s.u + m[0][1] * s.w + m[0][2] * s.d),
       settled + (m[1][0] * s.u + m[1][1] * s.w + m[1][2] * s.d),
       m[2][0] * s.u + m[2][1] * s.w + m[2][2] * s.d};
  pass(last, -width, height, filter, s);
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
