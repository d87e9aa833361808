// Lab 05, challenge: a thread walks down a strip of its column. It filters each input row along x
// at its own place and adds the value at once to all results to which it belongs; these are in
// registers. No shared memory, no barrier.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kLanes = 32;
constexpr int kStrips = 4;    // of a block, one below the other
constexpr int kResults = 32;  // of a thread

__constant__ float fused_row[kMaxTaps];
__constant__ float fused_column[kMaxTaps];

template <bool kClamp>
__device__ float along_row(const float* __restrict__ row, int width, int first, int taps) {
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) {
    const int from = first + i;
    if (kClamp) {
      sum += fused_row[i] * row[min(max(from, 0), width - 1)];
    } else if (from >= 0 && from < width) {
      sum += fused_row[i] * row[from];
    }
  }
  return sum;
}

template <bool kClamp>
__global__ void walk_down(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int taps) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int top = (blockIdx.y * kStrips + threadIdx.y) * kResults;
  if (x >= width || top >= height) return;

  const int radius = taps / 2;
  const int results = min(kResults, height - top);
  float sums[kResults] = {};
  for (int k = 0; k < results + 2 * radius; ++k) {
    int y = top + k - radius;
    if (kClamp) {
      y = min(max(y, 0), height - 1);
    } else if (y < 0 || y >= height) {
      continue;
    }
    const float between = along_row<kClamp>(input + y * width, width, x - radius, taps);
#pragma unroll
    for (int t = 0; t < kResults; ++t) {
      const int j = k - t;
      if (j >= 0 && j < taps) sums[t] += fused_column[j] * between;
    }
  }
#pragma unroll
  for (int t = 0; t < kResults; ++t) {
    if (t < results) output[(top + t) * width + x] = sums[t];
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float);
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(fused_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(fused_column, column_weights, bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 block(kLanes, kStrips);
  const int rows_of_block = kStrips * kResults;
  const dim3 grid((width - 1) / kLanes + 1, (height - 1) / rows_of_block + 1);
  if (border == kit::Border::clamp) {
    walk_down<true><<<grid, block, 0, stream>>>(d_input, d_output, width, height, taps);
  } else {
    walk_down<false><<<grid, block, 0, stream>>>(d_input, d_output, width, height, taps);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
