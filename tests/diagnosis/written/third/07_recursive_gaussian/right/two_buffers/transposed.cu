/// @file
/// Lab 07, stage transposed: the next 16 pixels are on their way while 16 are filtered.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kTile = 32;
constexpr int kWarps = 4;
constexpr int kAhead = 16;

struct Cascade {
  float p, e1, e2;
  float end[3][3];
};

/// A warp moves rows of a tile; the tile is turned on its way into shared memory.
__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float turned[kTile * (kTile + 1)];
  const int lane = threadIdx.x % kTile;
  const int warp = threadIdx.x / kTile;
  const int left = blockIdx.x * kTile;
  const int top = blockIdx.y * kTile;
  const int columns = min(kTile, width - left);
  const int rows = min(kTile, height - top);

  if (lane < columns) {
    for (int j = warp; j < rows; j += kWarps)
      turned[lane * (kTile + 1) + j] = input[(top + j) * width + left + lane];
  }
  __syncthreads();
  if (lane < rows) {
    for (int j = warp; j < columns; j += kWarps)
      output[(left + j) * height + top + lane] = turned[j * (kTile + 1) + lane];
  }
}

/// Filters `count` pixels that begin at `pixel` and are `step` apart, in place.
__device__ void pass(float* pixel, int step, int count, const Cascade& f, float& u, float& w,
                     float& d) {
  float now[kAhead], next[kAhead];
  const auto fetch = [&](float(&chunk)[kAhead], int from) {
#pragma unroll
    for (int k = 0; k < kAhead; ++k) chunk[k] = from + k < count ? pixel[(from + k) * step] : 0.0f;
  };
  fetch(now, 0);
  for (int from = 0; from < count; from += kAhead) {
    fetch(next, from + kAhead);
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      if (from + k < count) {
        u = fmaf(f.p, now[k] - u, u);
        d = fmaf(f.e1, u - w, f.e2 * d);
        w += d;
        pixel[(from + k) * step] = w;
      }
      now[k] = next[k];
    }
  }
}

__global__ void filter_columns(float* image, int width, int height, Cascade f) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* top = image + x;
  float* bottom = top + (height - 1) * width;
  const float x_end = *bottom;

  float u = *top, w = *top, d = 0.0f;
  pass(top, width, height, f, u, w, d);
  const float s[3] = {u - x_end, w - x_end, d};
  const auto row = [&](int r) {
    return f.end[r][0] * s[0] + f.end[r][1] * s[1] + f.end[r][2] * s[2];
  };
  u = x_end + row(0);
  w = x_end + row(1);
  d = row(2);
  pass(bottom, -width, height, f, u, w, d);
}

int parts(int whole, int size) { return (whole + size - 1) / size; }

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) filter.end[row][k] = float(coefficients.end_cascade[row][k]);
  }
  const auto turn = [&](const float* from, float* to, int w, int h) {
    transpose<<<dim3(parts(w, kTile), parts(h, kTile)), kTile * kWarps, 0, stream>>>(from, to, w,
                                                                                     h);
    KIT_CHECK(cudaGetLastError());
  };
  const auto filter_all = [&](float* image, int w, int h) {
    filter_columns<<<parts(w, lines_per_block), lines_per_block, 0, stream>>>(image, w, h, filter);
    KIT_CHECK(cudaGetLastError());
  };
  turn(d_input, d_workspace, width, height);
  filter_all(d_workspace, height, width);
  turn(d_workspace, d_output, height, width);
  filter_all(d_output, width, height);
}

}  // namespace lab07
