// Lab 05, challenge: both passes in one kernel. Each filtered row is used up at once.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kStripWidth = 64;   // columns of a block, one for each thread
constexpr int kStripHeight = 64;  // rows

__constant__ float fused_row[kMaxTaps];
__constant__ float fused_column[kMaxTaps];

// Row y filtered along x. A row outside the image is its nearest one, or zeros.
__device__ float filtered_row(const float* __restrict__ input, int width, int height, int x, int y,
                              int taps, bool clamp) {
  if (!clamp && (y < 0 || y >= height)) return 0.0f;
  const float* const row = input + min(max(y, 0), height - 1) * width;
  float acc = 0.0f;
  for (int i = 0; i < taps; ++i) {
    const int from = x + i - taps / 2;
    const int nearest = min(max(from, 0), width - 1);
    if (clamp || from == nearest) acc += fused_row[i] * row[nearest];
  }
  return acc;
}

// A thread walks down its column and adds each filtered row to all outputs that it belongs to.
// Output row y - radius + m has its unfinished sum in place oldest + m of a ring of `taps` sums.
// Every thread has a column of the ring to itself.
__global__ void filter_both(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  __shared__ float sums[kMaxTaps][kStripWidth];
  const int lane = threadIdx.x;
  const int x = blockIdx.x * kStripWidth + lane;
  if (x >= width) return;

  const bool clamp = border == kit::Border::clamp;
  const int radius = taps / 2;
  const int top = blockIdx.y * kStripHeight, bottom = min(top + kStripHeight, height);
  for (int m = 0; m < taps; ++m) sums[m][lane] = 0.0f;

  int oldest = 0;
  for (int y = top - radius; y < bottom + radius; ++y) {
    const float value = filtered_row(input, width, height, x, y, taps, clamp);
    int slot = oldest;
    for (int m = 0; m < taps; ++m) {
      sums[slot][lane] += fused_column[taps - 1 - m] * value;
      slot = slot + 1 == taps ? 0 : slot + 1;
    }
    const int finished = y - radius;
    if (finished >= top) output[finished * width + x] = sums[oldest][lane];
    sums[oldest][lane] = 0.0f;
    oldest = oldest + 1 == taps ? 0 : oldest + 1;
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
  const dim3 grid((width + kStripWidth - 1) / kStripWidth,
                  (height + kStripHeight - 1) / kStripHeight);
  filter_both<<<grid, kStripWidth, 0, stream>>>(d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
