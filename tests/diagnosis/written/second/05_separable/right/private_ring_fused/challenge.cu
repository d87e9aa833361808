// Lab 05, challenge: a thread walks down its column and keeps the last `taps` filtered rows in a ring
// of its own in shared memory. No thread reads another's ring, so nobody has to wait.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kThreads = 64;  // of a block, one for each column
constexpr int kStrip = 48;    // outputs of a thread

__constant__ float along_x[kMaxTaps];
__constant__ float along_y[kMaxTaps];

__global__ void walk_down(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int taps, kit::Border border) {
  extern __shared__ float rings[];  // taps rows of kThreads
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  float* const ring = rings + threadIdx.x;
  const int radius = taps / 2;
  const int first = blockIdx.y * kStrip;
  const int end = min(first + kStrip, height);

  int slot = 0;  // where the next filtered row goes, and where the oldest one is
  for (int y = first - radius; y < end + radius; ++y) {
    float value = 0.0f;
    const bool outside = y < 0 || y >= height;
    if (!outside || border == kit::Border::clamp) {
      const float* const row = input + (y < 0 ? 0 : outside ? height - 1 : y) * width;
      for (int i = 0; i < taps; ++i) {
        const int px = x + i - radius;
        if (px >= 0 && px < width) {
          value += along_x[i] * row[px];
        } else if (border == kit::Border::clamp) {
          value += along_x[i] * row[px < 0 ? 0 : width - 1];
        }
      }
    }
    ring[slot * kThreads] = value;
    if (++slot == taps) slot = 0;

    const int done = y - radius;  // the output row that has all of its rows now
    if (done < first) continue;
    float sum = 0.0f;
    int from = slot;
    for (int j = 0; j < taps; ++j) {
      sum += along_y[j] * ring[from * kThreads];
      if (++from == taps) from = 0;
    }
    output[done * width + x] = sum;
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(along_x, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(along_y, column_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  const dim3 grid((width - 1) / kThreads + 1, (height - 1) / kStrip + 1);
  walk_down<<<grid, kThreads, bytes * kThreads, stream>>>(d_input, d_output, width, height, taps,
                                                          border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
