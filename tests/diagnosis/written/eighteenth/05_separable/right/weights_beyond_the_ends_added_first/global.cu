/// @file
/// Lab 05, stage global: two passes, two kernels, all in global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// Weighted sum around value number `position` of `length` values, `step` apart. The taps from first
/// to last - 1 meet values of the line; those beyond an end all meet the value at that end, or 0.
__device__ float sum_on_line(const float* __restrict__ line, int length, int step, int position,
                             const float* __restrict__ weights, int taps, kit::Border border) {
  const int begin = position - taps / 2;  // what tap 0 meets
  const int first = max(-begin, 0), last = min(length - begin, taps);
  float sum = 0.0f;
  for (int i = first; i < last; ++i) sum += weights[i] * line[(begin + i) * step];
  if (border != kit::Border::clamp) return sum;
  if (first > 0) {
    float outside = 0.0f;
    for (int i = 0; i < first; ++i) outside += weights[i];
    sum += outside * line[0];
  }
  if (last < taps) {
    float outside = 0.0f;
    for (int i = last; i < taps; ++i) outside += weights[i];
    sum += outside * line[(length - 1) * step];
  }
  return sum;
}

/// First pass: one thread sums along the row of its pixel.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, const float* __restrict__ weights, int taps,
                            kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  output[y * width + x] = sum_on_line(input + y * width, width, 1, x, weights, taps, border);
}

/// Second pass: one thread sums along the column of its pixel.
/// The threads of a warp are still neighbours in x: each goes down a column of its own, together
/// they load a row at a time.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ weights, int taps,
                               kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  output[y * width + x] = sum_on_line(input + x, height, width, y, weights, taps, border);
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, d_row_weights, taps,
                                          border);
  KIT_CHECK(cudaGetLastError());
  // The end of a kernel is the one place where all blocks have waited for one another: the second
  // pass needs rows that other blocks have written.
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, d_column_weights,
                                             taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
