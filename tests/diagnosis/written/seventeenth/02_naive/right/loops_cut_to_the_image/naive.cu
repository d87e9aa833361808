/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y); threads beyond the image do nothing. With kClamp the
/// neighbour's coordinates are moved back to the image. Without it the loops run only over the
/// part of the filter that lies on the image: the rest would add zeros.
template <bool kClamp>
__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  // Where the filter's upper left corner lies on the image.
  const int left = x - radius;
  const int top = y - radius;
  const int i_begin = kClamp ? 0 : max(0, -left);
  const int i_end = kClamp ? filter_width : min(filter_width, width - left);
  const int j_begin = kClamp ? 0 : max(0, -top);
  const int j_end = kClamp ? filter_width : min(filter_width, height - top);

  float sum = 0.0f;
  for (int j = j_begin; j < j_end; ++j) {
    const int from_y = kClamp ? max(0, min(top + j, height - 1)) : top + j;
    const float* const row = input + from_y * width;
    const float* const weights = filter + j * filter_width;
    for (int i = i_begin; i < i_end; ++i) {
      const int from_x = kClamp ? max(0, min(left + i, width - 1)) : left + i;
      sum += weights[i] * row[from_x];
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  if (border == kit::Border::clamp) {
    convolve_naive<true>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  } else {
    convolve_naive<false>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
