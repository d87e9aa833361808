/// @file
/// Lab 09, stage fused: all between the grey levels and the magnitudes in whole numbers of 1/256,
/// columns first; wide tiles.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kWide = 64, kHigh = 16, kThreadRows = 4;
constexpr int kOuterWide = kWide + 6, kOuterHigh = kHigh + 6;
constexpr int kInnerWide = kWide + 2, kInnerHigh = kHigh + 2;

__device__ int inside(int position, int length) {
  return position < 0 ? 0 : position < length ? position : length - 1;
}

__device__ int weigh(int a, int b, int c, int d, int e) { return a + e + 4 * (b + d) + 6 * c; }

__global__ void fuse(const std::uint8_t* __restrict__ grey, float* __restrict__ magnitude,
                     int width, int height) {
  __shared__ std::uint8_t levels[kOuterHigh][kOuterWide];  // from (x0 - 3, y0 - 3) on
  __shared__ int down[kInnerHigh][kOuterWide];             // from (x0 - 3, y0 - 1) on, in 1/16
  __shared__ int soft[kInnerHigh][kInnerWide];             // from (x0 - 1, y0 - 1) on, in 1/256
  const int x0 = blockIdx.x * kWide, y0 = blockIdx.y * kHigh;

  for (int j = threadIdx.y; j < kOuterHigh; j += kThreadRows) {
    const std::uint8_t* const line = grey + inside(y0 - 3 + j, height) * width;
    for (int i = threadIdx.x; i < kOuterWide; i += kWide) levels[j][i] = line[inside(x0 - 3 + i, width)];
  }
  __syncthreads();

  for (int j = threadIdx.y; j < kInnerHigh; j += kThreadRows) {
    const int c = inside(y0 - 1 + j, height) - y0 + 3;  // of levels
    for (int i = threadIdx.x; i < kOuterWide; i += kWide) {
      down[j][i] = weigh(levels[c - 2][i], levels[c - 1][i], levels[c][i], levels[c + 1][i],
                         levels[c + 2][i]);
    }
  }
  __syncthreads();

  for (int j = threadIdx.y; j < kInnerHigh; j += kThreadRows) {
    for (int i = threadIdx.x; i < kInnerWide; i += kWide) {
      const int* const at = &down[j][inside(x0 - 1 + i, width) - x0 + 3];
      soft[j][i] = weigh(at[-2], at[-1], at[0], at[1], at[2]);
    }
  }
  __syncthreads();

  const int x = x0 + threadIdx.x, i = threadIdx.x;
  if (x >= width) return;
  for (int j = threadIdx.y; j < kHigh && y0 + j < height; j += kThreadRows) {
    int gx = 0, gy = 0;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      const int twice = k == 1 ? 2 : 1;
      gx += twice * (soft[j + k][i + 2] - soft[j + k][i]);
      gy += twice * (soft[j + 2][i + k] - soft[j][i + k]);
    }
    magnitude[(y0 + j) * width + x] = (abs(gx) + abs(gy)) / 256.0f;
  }
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 blocks((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh);
  fuse<<<blocks, dim3(kWide, kThreadRows), 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
