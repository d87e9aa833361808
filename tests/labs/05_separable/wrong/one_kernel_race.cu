// Wrong on purpose, as published in S2 (source code 3): one kernel for both passes with a barrier
// between. The barrier waits for the threads of one block; the second pass reads rows of the
// intermediate image that other blocks write, before them or after them.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// Value number `position` of a line of `length` values that stand `step` apart in memory: a row of
/// an image has step 1, a column has its width. Beyond the ends, what the border puts there.
__device__ float value_on_line(const float* line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// Both passes; `between` is the intermediate image.
__global__ void filter_both(const float* __restrict__ input, float* output, float* between,
                            int width, int height, const float* __restrict__ row_weights,
                            const float* __restrict__ column_weights, int taps,
                            kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = x < width && y < height;
  const int radius = taps / 2;
  if (inside) {
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) {
      sum += row_weights[i] * value_on_line(input + y * width, width, 1, x + i - radius, border);
    }
    between[y * width + x] = sum;
  }
  __syncthreads();
  if (!inside) return;

  float sum = 0.0f;
  for (int j = 0; j < taps; ++j) {
    sum += column_weights[j] * value_on_line(between + x, height, width, y + j - radius, border);
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter_both<<<grid, block, 0, stream>>>(d_input, d_output, d_workspace, width, height,
                                          d_row_weights, d_column_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
