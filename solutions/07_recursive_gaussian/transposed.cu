/// @file
/// Lab 07, stage transposed: every access coalesced, rows turned to columns. Read README.md first.
/// Columns are filtered as they are, rows as the columns of a transposed image.
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
  // One column more than needed: the threads that read a column of the tile then use 32 banks.
  __shared__ float tile[kTile][kTile + 1];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const int x = left + threadIdx.x;
  for (int row = threadIdx.y; row < kTile; row += kTileRows) {
    if (x < width && top + row < height) tile[row][threadIdx.x] = input[(top + row) * width + x];
  }
  __syncthreads();
  // Of the output: its x is the input's y.
  const int y = top + threadIdx.x;
  for (int row = threadIdx.y; row < kTile; row += kTileRows) {
    if (y < height && left + row < width)
      output[(left + row) * height + y] = tile[threadIdx.x][row];
  }
}

/// One thread filters one column, in place, with Boundary::exact. A step waits for the one before
/// it; its load does not have to, so kAhead loads are on their way together.
/// Neighbouring threads have neighbouring columns, so that a warp reads 32 neighbouring pixels at
/// each step.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  image += x;
  const float last = image[(height - 1) * width];
  float u = image[0], w = u, d = 0.0f;
  const auto step = [&](float sample) {
    u += filter.p * (sample - u);
    d = filter.e1 * (u - w) + filter.e2 * d;
    return w += d;
  };
  for (int y = 0; y < height; y += kAhead) {
    float ahead[kAhead];
    for (int i = 0; i < kAhead; ++i) ahead[i] = image[min(y + i, height - 1) * width];
    for (int i = 0; i < kAhead && y + i < height; ++i) image[(y + i) * width] = step(ahead[i]);
  }
  const float far_u = u - last, far_w = w - last, far_d = d;
  const auto end = [&](int row) {
    return filter.end[row][0] * far_u + filter.end[row][1] * far_w + filter.end[row][2] * far_d;
  };
  u = last + end(0);
  w = last + end(1);
  d = end(2);
  for (int y = height - 1; y >= 0; y -= kAhead) {
    float ahead[kAhead];
    for (int i = 0; i < kAhead; ++i) ahead[i] = image[max(y - i, 0) * width];
    for (int i = 0; i < kAhead && y - i >= 0; ++i) image[(y - i) * width] = step(ahead[i]);
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
  const dim3 tile(kTile, kTileRows);
  const auto tiles = [](int length) { return (length + kTile - 1) / kTile; };
  const auto blocks = [&](int lines) { return (lines + lines_per_block - 1) / lines_per_block; };
  // In the workspace the image is `height` wide and `width` high.
  transpose<<<dim3(tiles(width), tiles(height)), tile, 0, stream>>>(d_input, d_workspace, width,
                                                                    height);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<blocks(height), lines_per_block, 0, stream>>>(d_workspace, height, width,
                                                                 filter);
  KIT_CHECK(cudaGetLastError());
  transpose<<<dim3(tiles(height), tiles(width)), tile, 0, stream>>>(d_workspace, d_output, height,
                                                                    width);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<blocks(width), lines_per_block, 0, stream>>>(d_output, width, height, filter);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
