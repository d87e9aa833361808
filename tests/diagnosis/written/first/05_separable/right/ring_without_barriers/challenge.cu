// Lab 05, challenge: a thread walks down a column and keeps its last `taps` filtered rows in a ring
// of its own in dynamic shared memory. No thread reads another's ring, so no barrier is needed.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kThreads = 64;  // of a block, one column each
constexpr int kRows = 64;     // results of a thread

__constant__ float c_row[kMaxTaps], c_column[kMaxTaps];

__global__ void walk_down(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int taps, bool clamped) {
  extern __shared__ float rings[];  // taps rows of kThreads floats
  float* const ring = rings + threadIdx.x;
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  const int radius = taps / 2;
  const int begin = blockIdx.y * kRows, end = min(begin + kRows, height);

  int slot = 0;  // of the ring: where the next filtered row goes, then where the oldest is
  for (int y = begin - radius; y < end + radius; ++y) {
    float filtered = 0;
    const int from = max(0, min(y, height - 1));
    if (clamped || y == from) {
      for (int i = 0; i < taps; ++i) {
        const int place = x + i - radius, near = max(0, min(place, width - 1));
        if (clamped || place == near) filtered += c_row[i] * input[from * width + near];
      }
    }
    ring[slot * kThreads] = filtered;
    slot = slot + 1 == taps ? 0 : slot + 1;
    const int target = y - radius;
    if (target < begin) continue;
    float sum = 0;
    for (int j = 0, s = slot; j < taps; ++j, s = s + 1 == taps ? 0 : s + 1) {
      sum += c_column[j] * ring[s * kThreads];
    }
    output[target * width + x] = sum;
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const auto bytes = taps * sizeof(float);
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_row, row_weights, bytes, 0, cudaMemcpyDefault, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_column, column_weights, bytes, 0, cudaMemcpyDefault, stream));
  const dim3 grid((width - 1) / kThreads + 1, (height - 1) / kRows + 1);
  walk_down<<<grid, kThreads, bytes * kThreads, stream>>>(d_input, d_output, width, height, taps,
                                                          border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
