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

/// Stores the image with rows and columns exchanged. The tile has no padding: pixel (i, j) stands in
/// column i ^ j, so that a row and a column both lie in 32 banks.
__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float tile[kTile * kTile];
  const int lane = threadIdx.x;
  const int left = blockIdx.x * kTile;
  const int top = blockIdx.y * kTile;
#pragma unroll
  for (int pass = 0; pass < kTile / kTileRows; ++pass) {
    const int j = pass * kTileRows + threadIdx.y;
    if (left + lane < width && top + j < height) {
      tile[j * kTile + (lane ^ j)] = input[(top + j) * width + left + lane];
    }
  }
  __syncthreads();
#pragma unroll
  for (int pass = 0; pass < kTile / kTileRows; ++pass) {
    const int i = pass * kTileRows + threadIdx.y;
    if (top + lane < height && left + i < width) {
      output[(left + i) * height + top + lane] = tile[lane * kTile + (i ^ lane)];
    }
  }
}

/// The filter on its way.
struct Walk {
  float u, w, d;
  __device__ float step(const Cascade& c, float sample) {
    u = fmaf(c.p, sample - u, u);
    d = c.e1 * (u - w) + c.e2 * d;
    w += d;
    return w;
  }
};

/// Filters `count` pixels, the first at `pixel` and each `step` further on. A ring of kAhead values:
/// as soon as one is taken, the one kAhead pixels further is asked for in its place.
__device__ void walk_column(float* pixel, int step, int count, const Cascade& c, Walk& walk) {
  float ring[kAhead];
#pragma unroll
  for (int k = 0; k < kAhead; ++k) ring[k] = k < count ? pixel[k * step] : 0.0f;
  for (int begin = 0; begin < count; begin += kAhead) {
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      const int now = begin + k;
      if (now < count) {
        const float sample = ring[k];
        if (now + kAhead < count) ring[k] = pixel[(now + kAhead) * step];
        pixel[now * step] = walk.step(c, sample);
      }
    }
  }
}

/// One thread filters one column, in place, with Boundary::exact.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* first = image + x;
  float* last = first + (height - 1) * width;
  const float settled = *last;
  Walk walk{*first, *first, 0.0f};
  walk_column(first, width, height, filter, walk);

  const float off[3] = {walk.u - settled, walk.w - settled, walk.d};
  float start[3] = {settled, settled, 0.0f};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) start[row] += filter.end[row][k] * off[k];
  }
  walk = Walk{start[0], start[1], start[2]};
  walk_column(last, -width, height, filter, walk);
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
