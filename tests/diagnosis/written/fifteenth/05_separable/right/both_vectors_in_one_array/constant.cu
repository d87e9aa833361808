/// @file
/// Lab 05, stage constant: two passes, weights in constant memory. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// The weights of the call at hand: those of the column first, then at once those of the row.
__constant__ float constant_weights[2 * kMaxTaps];

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
                            int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  const float* const row = input + y * width;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) {
    sum += constant_weights[taps + i] * value_on_line(row, width, 1, x + i - radius, border);
  }
  output[y * width + x] = sum;
}

/// Second pass: one thread sums along the column of its pixel.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = taps / 2;
  const float* const column = input + x;
  float sum = 0.0f;
  for (int j = 0; j < taps; ++j) {
    sum += constant_weights[j] * value_on_line(column, height, width, y + j - radius, border);
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof(float);
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_weights, row_weights, bytes, bytes,
                                    cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_weights, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));

  const unsigned blocks_x = (width + block.x - 1) / block.x;
  const unsigned blocks_y = (height + block.y - 1) / block.y;
  const dim3 grid(blocks_x, blocks_y);
  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
