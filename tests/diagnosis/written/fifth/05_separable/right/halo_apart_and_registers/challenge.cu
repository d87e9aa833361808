/// @file
/// Lab 05, challenge: both passes in one kernel. A thread keeps eight outputs of a column in
/// registers and reads every intermediate value that they share once.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kLanes = 32;               // columns of a block
constexpr int kWarps = 8;                // one below the other
constexpr int kEach = 8;                 // outputs of a thread
constexpr int kRows = kWarps * kEach;    // of a block

__constant__ float across[kMaxTaps];
__constant__ float down[kMaxTaps];

/// Dynamic shared memory: kRows + taps - 1 rows of kLanes floats.
__global__ void fused(const float* __restrict__ input, float* __restrict__ output, int width,
                      int height, int taps, kit::Border border) {
  extern __shared__ float between[];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const int radius = taps / 2;
  const int x = blockIdx.x * kLanes + lane;
  const int top = blockIdx.y * kRows;
  const bool clamped = border == kit::Border::clamp;

  for (int j = warp; j < kRows + taps - 1; j += kWarps) {
    const int y = top + j - radius;
    const int inside_y = min(max(y, 0), height - 1);
    float sum = 0.0f;
    // Rows further down than the last output needs stay 0.
    if (x < width && y < height + radius && (clamped || y == inside_y)) {
      for (int i = 0; i < taps; ++i) {
        const int from = x + i - radius;
        const int inside = min(max(from, 0), width - 1);
        if (clamped || from == inside) sum += across[i] * input[inside_y * width + inside];
      }
    }
    between[j * kLanes + lane] = sum;
  }
  __syncthreads();

  const int first = warp * kEach;  // this thread's first row in the block
  float sums[kEach] = {};
  for (int j = 0; j < kEach + taps - 1; ++j) {
    const float value = between[(first + j) * kLanes + lane];
    for (int k = 0; k < kEach; ++k) {
      const int tap = j - k;
      if (tap >= 0 && tap < taps) sums[k] += down[tap] * value;
    }
  }
  for (int k = 0; k < kEach; ++k) {
    const int y = top + first + k;
    if (x < width && y < height) output[y * width + x] = sums[k];
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const auto upload = [&](const auto& symbol, const float* weights) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(symbol, weights, taps * sizeof(float), 0,
                                      cudaMemcpyHostToDevice, stream));
  };
  upload(across, row_weights);
  upload(down, column_weights);
  const std::size_t tile = sizeof(float) * kLanes * (kRows + taps - 1);
  fused<<<dim3((width - 1) / kLanes + 1, (height - 1) / kRows + 1), kLanes * kWarps, tile, stream>>>(
      d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
