/// @file
/// Lab 05, stage global: two passes, two kernels, all in global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// Value number `position` of `length` values, `step` apart; beyond the ends, what the border says.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// First pass: one thread sums along the row of its pixel.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, const float* __restrict__ weights, int taps,
                            kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  const float* const row = input + y * width;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) {
    sum += weights[i] * value_on_line(row, width, 1, x + i - radius, border);
  }
  output[y * width + x] = sum;
}

/// Second pass: one thread sums along the column of its pixel.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ weights, int taps,
                               kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  const float* const column = input + x;
  float sum = 0.0f;
  for (int j = 0; j < taps; ++j) {
    sum += weights[j] * value_on_line(column, height, width, y + j - radius, border);
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, d_row_weights, taps,
                                          border);
  KIT_CHECK(cudaGetLastError());
  // The end of the first kernel is what the second one needs: same stream, nothing else between.
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height,
                                             d_column_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
