// Lab 05: separable filter, everything in global memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

// Reads one value of a line (row or column), with the border rule applied.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

// Horizontal pass.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, const float* __restrict__ weights, int taps,
                            kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }

  const int radius = taps / 2;
  const float* row = input + y * width;
  float acc = 0.0f;
  for (int i = 0; i < taps; ++i) {
    acc += weights[i] * value_on_line(row, width, 1, x + i - radius, border);
  }
  output[y * width + x] = acc;
}

// Vertical pass.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ weights, int taps,
                               kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }

  const int radius = taps / 2;
  const float* column = input + x;
  float acc = 0.0f;
  for (int j = 0; j < taps; ++j) {
    acc += weights[j] * value_on_line(column, height, width, y + j - radius, border);
  }
  output[y * width + x] = acc;
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);

  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, d_row_weights, taps,
                                          border);
  KIT_CHECK(cudaGetLastError());
  // The stream makes the second kernel wait for the first one.
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height,
                                             d_column_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
