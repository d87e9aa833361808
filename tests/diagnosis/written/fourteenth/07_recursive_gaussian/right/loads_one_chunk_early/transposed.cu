/// @file
/// Lab 07, stage transposed. The tile has no column to spare: each of its rows is stored turned by
/// its own number instead. And a column's next pixels are asked for before the last ones are used.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kTile = 32;     // pixels per side
constexpr int kTileRows = 8;  // rows at a time
constexpr int kAhead = 16;    // pixels of a column in one chunk

struct Cascade {
  float p, e1, e2;
  float end[3][3];
};

/// Pixel (column, row) of the tile stands at tile[row][turned(column, row)].
__device__ inline int turned(int column, int row) {
  return (column + row) % kTile;
}

__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float tile[kTile][kTile];
  const int me = threadIdx.x, left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int row = threadIdx.y; row < kTile; row += kTileRows) {
    if (left + me < width && top + row < height) {
      tile[row][turned(me, row)] = input[(top + row) * width + left + me];
    }
  }
  __syncthreads();
  for (int column = threadIdx.y; column < kTile; column += kTileRows) {
    if (left + column < width && top + me < height) {
      output[(left + column) * height + top + me] = tile[me][turned(column, me)];
    }
  }
}

/// One thread filters one column, in place. The way back is the way there on a column that stands
/// on its head: pixel n of it is row `begin + n * direction`.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const column = image + x;
  const float first = column[0], last = column[(height - 1) * width];
  float u = first, w = first, d = 0.0f;

  const auto pass = [&](int begin, int direction) {
    const auto row = [&](int n) { return (begin + n * direction) * width; };
    float now[kAhead], next[kAhead];
    for (int i = 0; i < kAhead; ++i) now[i] = column[row(min(i, height - 1))];
    for (int done = 0; done < height; done += kAhead) {
      // Behind the end the last pixel again, which nobody uses.
      for (int i = 0; i < kAhead; ++i) next[i] = column[row(min(done + kAhead + i, height - 1))];
      for (int i = 0; i < kAhead && done + i < height; ++i) {
        u += filter.p * (now[i] - u);
        d = filter.e1 * (u - w) + filter.e2 * d;
        w += d;
        column[row(done + i)] = w;
      }
      for (int i = 0; i < kAhead; ++i) now[i] = next[i];
    }
  };

  pass(0, 1);
  const float far[3] = {u - last, w - last, d};
  float back[3] = {last, last, 0.0f};
  for (int k = 0; k < 3; ++k) {
    for (int row = 0; row < 3; ++row) back[row] += filter.end[row][k] * far[k];
  }
  u = back[0];
  w = back[1];
  d = back[2];
  pass(height - 1, -1);
}

int parts(int length, int part) {
  return (length + part - 1) / part;
}

void turn_image(const float* d_from, float* d_to, int width, int height, cudaStream_t stream) {
  transpose<<<dim3(parts(width, kTile), parts(height, kTile)), dim3(kTile, kTileRows), 0, stream>>>(
      d_from, d_to, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int k = 0; k < 9; ++k) {
    filter.end[k / 3][k % 3] = float(coefficients.end_cascade[k / 3][k % 3]);
  }
  // Rows: columns of an image that is `height` wide.
  turn_image(d_input, d_workspace, width, height, stream);
  filter_columns<<<parts(height, lines_per_block), lines_per_block, 0, stream>>>(
      d_workspace, height, width, filter);
  KIT_CHECK(cudaGetLastError());
  turn_image(d_workspace, d_output, height, width, stream);
  filter_columns<<<parts(width, lines_per_block), lines_per_block, 0, stream>>>(d_output, width,
                                                                                height, filter);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
