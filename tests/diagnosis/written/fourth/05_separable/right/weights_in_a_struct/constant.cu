// Lab 05, stage constant: both vectors in one struct, one copy; the taps beyond the edge are cut
// off before the loop instead of being asked for in it.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

struct Weights {
  float along_x[kMaxTaps];
  float along_y[kMaxTaps];
};

__constant__ Weights weights;

/// The part [inner, outer) of the taps that meet pixels of a line of `length`, if tap 0 meets
/// place `start`.
__device__ int2 taps_inside(int start, int length, int taps) {
  return make_int2(min(max(-start, 0), taps), max(min(length - start, taps), 0));
}

template <bool kAlongX>
__global__ void pass(const float* __restrict__ input, float* __restrict__ output, int width,
                     int height, int taps, bool repeat_edge) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int start = (kAlongX ? x : y) - taps / 2;
  const int length = kAlongX ? width : height;
  const int step = kAlongX ? 1 : width;
  const float* const line = kAlongX ? input + y * width : input + x;
  const int2 inside = taps_inside(start, length, taps);
  float sum = 0.0f;
  for (int t = repeat_edge ? 0 : inside.x, end = repeat_edge ? taps : inside.y; t < end; ++t) {
    const int tap_inside = min(max(t, inside.x), inside.y - 1);
    sum += (kAlongX ? weights.along_x[t] : weights.along_y[t]) * line[(start + tap_inside) * step];
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  Weights together{};  // pageable: the runtime takes its copy before the call returns
  std::copy_n(row_weights, taps, together.along_x);
  std::copy_n(column_weights, taps, together.along_y);
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, &together, sizeof together, 0, cudaMemcpyHostToDevice,
                                    stream));
  const bool repeat_edge = border == kit::Border::clamp;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  pass<true><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, repeat_edge);
  KIT_CHECK(cudaGetLastError());
  pass<false><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, repeat_edge);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
