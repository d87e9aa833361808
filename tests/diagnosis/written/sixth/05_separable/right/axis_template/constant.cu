// Lab 05: one kernel template for both passes, one constant array for both vectors.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float weights_along[2][kMaxTaps];  // [0] along x, [1] along y

template <int kAxis>
__global__ void filter_along(const float* __restrict__ from, float* __restrict__ to, int width,
                             int height, int taps, kit::Border border) {
  const int at[2] = {int(blockIdx.x * blockDim.x + threadIdx.x),
                     int(blockIdx.y * blockDim.y + threadIdx.y)};
  const int size[2] = {width, height};
  const int step[2] = {1, width};
  if (at[0] >= size[0] || at[1] >= size[1]) return;

  const float* const line = from + at[1 - kAxis] * step[1 - kAxis];
  const int last = size[kAxis] - 1;
  const auto value = [&](int place) {
    const int nearest = min(max(place, 0), last);
    if (border == kit::Border::zero && nearest != place) return 0.0f;
    return line[nearest * step[kAxis]];
  };

  float sum = 0.0f;
  int place = at[kAxis] - taps / 2;
  for (int i = 0; i < taps; ++i, ++place) sum += weights_along[kAxis][i] * value(place);
  to[at[1] * width + at[0]] = sum;
}

void copy_weights(int axis, const float* weights, int taps, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights_along, weights, taps * sizeof(float),
                                    axis * kMaxTaps * sizeof(float), cudaMemcpyHostToDevice,
                                    stream));
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  copy_weights(0, row_weights, taps, stream);
  copy_weights(1, column_weights, taps, stream);
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  filter_along<0>
      <<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_along<1>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
