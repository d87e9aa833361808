// Lab 05: both passes are one kernel template; the axis is its parameter.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

enum class Along { rows, columns };

template <Along kAlong>
__global__ void filter_along(const float* __restrict__ from, float* __restrict__ to, int width,
                             int height, const float* __restrict__ weights, int taps,
                             kit::Border border) {
  constexpr bool kRows = kAlong == Along::rows;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int length = kRows ? width : height;
  const int step = kRows ? 1 : width;
  const float* const line = from + (kRows ? y * width : x);
  const int first = (kRows ? x : y) - taps / 2;  // place on the line of the first weight

  float sum = 0.0f;
  if (first >= 0 && first + taps <= length) {
    // The window lies inside: nothing to ask.
    for (int i = 0; i < taps; ++i) sum += weights[i] * line[(first + i) * step];
  } else if (border == kit::Border::clamp) {
    for (int i = 0; i < taps; ++i) {
      sum += weights[i] * line[min(max(first + i, 0), length - 1) * step];
    }
  } else {
    // Zeros add nothing, so only the part of the window on the line counts.
    const int end = min(taps, length - first);
    for (int i = max(-first, 0); i < end; ++i) sum += weights[i] * line[(first + i) * step];
  }
  to[y * width + x] = sum;
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  filter_along<Along::rows><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height,
                                                        d_row_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_along<Along::columns><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height,
                                                           d_column_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
