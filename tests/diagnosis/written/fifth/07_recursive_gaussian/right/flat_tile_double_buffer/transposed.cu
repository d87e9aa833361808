/// @file
/// Lab 07, stage transposed: one-dimensional blocks and grids; the next pixels of a column are
/// asked for before the present ones are filtered.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kSide = 32;
constexpr int kMovers = 256;  // threads that move a tile
constexpr int kBatch = 16;

__host__ __device__ constexpr int divide_up(int a, int b) { return (a + b - 1) / b; }

/// Block n has tile n, counted along the rows of the input.
__global__ void exchange(const float* __restrict__ from, float* __restrict__ to, int width,
                         int height) {
  __shared__ float tile[kSide * (kSide + 1)];
  const int tiles_across = divide_up(width, kSide);
  const int left = int(blockIdx.x) % tiles_across * kSide;
  const int top = int(blockIdx.x) / tiles_across * kSide;

#pragma unroll
  for (int i = threadIdx.x; i < kSide * kSide; i += kMovers) {
    const int row = i / kSide, column = i % kSide;
    if (top + row < height && left + column < width) {
      tile[column * (kSide + 1) + row] = from[(top + row) * width + left + column];
    }
  }
  __syncthreads();
#pragma unroll
  for (int i = threadIdx.x; i < kSide * kSide; i += kMovers) {
    const int row = i / kSide, column = i % kSide;  // of the output's tile
    if (left + row < width && top + column < height) {
      to[(left + row) * height + top + column] = tile[row * (kSide + 1) + column];
    }
  }
}

struct Smoother {
  float p, e1, e2;
  float end[9];
  float u, w, d;

  __device__ float operator()(float sample) {
    u += p * (sample - u);
    d = e1 * (u - w) + e2 * d;
    w += d;
    return w;
  }
  __device__ void turn(float x) {
    const float s[3] = {u - x, w - x, d};
    float t[3];
    for (int row = 0; row < 3; ++row) {
      t[row] = 0.0f;
      for (int k = 0; k < 3; ++k) t[row] += end[3 * row + k] * s[k];
    }
    u = x + t[0];
    w = x + t[1];
    d = t[2];
  }
};

/// Filters `count` pixels in place, beginning at `first` and `step` apart.
__device__ void walk(float* first, int step, int count, Smoother& smooth) {
  float now[kBatch], next[kBatch];
  const auto fetch = [&](float (&batch)[kBatch], int from) {
#pragma unroll
    for (int k = 0; k < kBatch; ++k) batch[k] = from + k < count ? first[(from + k) * step] : 0.0f;
  };
  fetch(now, 0);
  for (int from = 0; from < count; from += kBatch) {
    fetch(next, from + kBatch);
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      if (from + k >= count) break;
      first[(from + k) * step] = smooth(now[k]);
    }
#pragma unroll
    for (int k = 0; k < kBatch; ++k) now[k] = next[k];
  }
}

__global__ void smooth_columns(float* image, int width, int height, Smoother smooth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const top = image + x;
  float* const bottom = top + (height - 1) * width;
  const float last = *bottom;
  smooth.u = smooth.w = *top;
  smooth.d = 0.0f;
  walk(top, width, height, smooth);
  smooth.turn(last);
  walk(bottom, -width, height, smooth);
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Smoother smoother{};
  smoother.p = float(coefficients.p);
  smoother.e1 = float(coefficients.e1);
  smoother.e2 = float(coefficients.e2);
  for (int i = 0; i < 9; ++i) smoother.end[i] = float(coefficients.end_cascade[i / 3][i % 3]);

  const int tiles = divide_up(width, kSide) * divide_up(height, kSide);
  const auto columns_of = [&](float* image, int w, int h) {
    smooth_columns<<<divide_up(w, lines_per_block), lines_per_block, 0, stream>>>(image, w, h,
                                                                                  smoother);
    KIT_CHECK(cudaGetLastError());
  };

  exchange<<<tiles, kMovers, 0, stream>>>(d_input, d_workspace, width, height);
  KIT_CHECK(cudaGetLastError());
  columns_of(d_workspace, height, width);
  exchange<<<tiles, kMovers, 0, stream>>>(d_workspace, d_output, height, width);
  KIT_CHECK(cudaGetLastError());
  columns_of(d_output, width, height);
}

}  // namespace lab07
