// Wrong: right pixels, but from one sum over the square of K x K pixels.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// Value number `position` of a line of `length` values that stand `step` apart in memory: a row of
/// an image has step 1, a column has its width. Beyond the ends, what the border puts there.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// One thread sums over the square around its pixel.
__global__ void filter_square(const float* __restrict__ input, float* __restrict__ output,
                              int width, int height, const float* __restrict__ row_weights,
                              const float* __restrict__ column_weights, int taps,
                              kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  float sum = 0.0f;
  for (int j = 0; j < taps; ++j) {
    int row = y + j - radius;
    if (border == kit::Border::clamp) row = min(max(row, 0), height - 1);
    if (row < 0 || row >= height) continue;
    for (int i = 0; i < taps; ++i) {
      sum += column_weights[j] * row_weights[i] *
             value_on_line(input + row * width, width, 1, x + i - radius, border);
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  (void)d_workspace;
  filter_square<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_row_weights,
                                            d_column_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
