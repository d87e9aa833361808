/// @file
/// Lab 05, stage global: two passes, two kernels, all in global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// What a pass sums for one value: `position` on a line of `length` values, `step` apart. The taps
/// are cut into those before the line's beginning, those on the line and those behind its end, so
/// that no tap has to ask where it is.
__device__ float correlate(const float* __restrict__ line, int length, int step, int position,
                           const float* __restrict__ weights, int taps, kit::Border border) {
  const int radius = taps / 2;
  const int begin = max(radius - position, 0);                // first tap on the line
  const int end = min(taps, length - position + radius);      // first tap behind it
  const bool clamped = border == kit::Border::clamp;
  float sum = 0.0f;
  int tap = 0;
  if (clamped && begin > 0) {
    const float first = line[0];
    while (tap < begin) sum += weights[tap++] * first;
  }
  tap = begin;
  const float* value = line + (position + begin - radius) * step;
  do {
    sum += weights[tap] * *value;
    if (++tap == end) break;
    value += step;
  } while (true);
  if (clamped && end < taps) {
    const float last = *value;
    for (; tap < taps; ++tap) sum += weights[tap] * last;
  }
  return sum;
}

/// Either pass. In both the threads of a warp are neighbours in x.
template <bool kAlongRows>
__global__ void filter(const float* __restrict__ input, float* __restrict__ output, int width,
                       int height, const float* __restrict__ weights, int taps,
                       kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    output[y * width + x] =
        kAlongRows ? correlate(input + y * width, width, 1, x, weights, taps, border)
                   : correlate(input + x, height, width, y, weights, taps, border);
  }
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter<true><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, d_row_weights, taps,
                                          border);
  KIT_CHECK(cudaGetLastError());
  // The end of a kernel is the one place where all blocks have waited for one another: the second
  // pass needs rows that other blocks have written.
  filter<false><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, d_column_weights,
                                             taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
