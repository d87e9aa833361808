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

/// One pass, along the rows or down the columns: one thread sums along the line of its pixel. The
/// line begins at `start` and has `length` values, `step` apart.
__global__ void filter_lines(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height, const float* __restrict__ weights, int taps,
                             kit::Border border, bool down) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int start = down ? x : y * width;
  const int step = down ? width : 1;
  const int length = down ? height : width;
  const int radius = taps / 2;
  int position = (down ? y : x) + radius;
  float sum = 0.0f;
  for (int i = taps - 1; i >= 0; --i, --position) {
    sum += weights[i] * value_on_line(input + start, length, step, position, border);
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const float* const weights[] = {d_row_weights, d_column_weights};
  const float* const from[] = {d_input, d_workspace};
  float* const to[] = {d_workspace, d_output};
  for (int pass = 0; pass < 2; ++pass) {
    filter_lines<<<grid, block, 0, stream>>>(from[pass], to[pass], width, height, weights[pass],
                                             taps, border, pass == 1);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab05
