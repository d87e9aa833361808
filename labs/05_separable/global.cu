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
  // TODO(lab05): one pixel, one sum over its row (about 12 lines)
  // END TODO
}

/// Second pass: one thread sums along the column of its pixel.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ weights, int taps,
                               kit::Border border) {
  // TODO(lab05): one pixel, one sum down its column (about 12 lines)
  // END TODO
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  // TODO(lab05): two launches, each checked; what lies between them? (about 7 lines)
  // END TODO
}

}  // namespace lab05
