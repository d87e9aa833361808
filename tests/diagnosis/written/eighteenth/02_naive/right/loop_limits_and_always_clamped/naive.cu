/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  // The neighbour of weight (0, 0).
  const int left = x - radius;
  const int top = y - radius;

  // A border of zeros: only the weights whose neighbours exist. Otherwise all of them.
  const bool all = border == kit::Border::clamp;
  const int i_begin = all ? 0 : max(0, -left);
  const int i_end = all ? filter_width : min(filter_width, width - left);
  const int j_begin = all ? 0 : max(0, -top);
  const int j_end = all ? filter_width : min(filter_width, height - top);

  float sum = 0.0f;
  for (int j = j_begin; j < j_end; ++j) {
    // Changes nothing where the neighbour exists.
    const int row = max(0, min(top + j, height - 1)) * width;
    int weight = j * filter_width + i_begin;
    for (int i = i_begin; i < i_end; ++i, ++weight) {
      sum += filter[weight] * input[row + max(0, min(left + i, width - 1))];
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const unsigned columns = (width + block.x - 1) / block.x;
  const unsigned rows = (height + block.y - 1) / block.y;
  const dim3 grid(columns, rows);
  convolve_naive<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                             filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
