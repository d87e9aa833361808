/// @file
/// Lab 02, stage kernel: one thread per pixel, numbered in memory's order; loops stay inside.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The part of the filter that lies on the image: what is beyond is 0 and is not visited.
__device__ float sum_inside(const float* __restrict__ input, int width, int height, int x, int y,
                            const float* __restrict__ filter, int filter_width) {
  const int radius = filter_width / 2;
  const int first_j = max(0, radius - y);
  const int last_j = min(filter_width, height + radius - y);
  const int first_i = max(0, radius - x);
  const int last_i = min(filter_width, width + radius - x);
  float sum = 0.0f;
  for (int j = first_j; j < last_j; ++j) {
    const float* row = input + (y + j - radius) * width;
    for (int i = first_i; i < last_i; ++i) {
      sum = fmaf(row[x + i - radius], filter[j * filter_width + i], sum);
    }
  }
  return sum;
}

/// All of the filter, each row and column limited to the image.
__device__ float sum_clamped(const float* __restrict__ input, int width, int height, int x, int y,
                             const float* __restrict__ filter, int filter_width) {
  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int dy = -radius; dy <= radius; ++dy) {
    const float* row = input + max(0, min(y + dy, height - 1)) * width;
    for (int dx = -radius; dx <= radius; ++dx) {
      sum = fmaf(*filter++, row[max(0, min(x + dx, width - 1))], sum);
    }
  }
  return sum;
}

__global__ void convolve_flat(const float* __restrict__ input, float* __restrict__ output,
                              int width, int height, const float* __restrict__ filter,
                              int filter_width, kit::Border border) {
  const long long block = static_cast<long long>(blockIdx.y) * gridDim.x + blockIdx.x;
  const long long number =
      block * (blockDim.x * blockDim.y) + (threadIdx.y * blockDim.x + threadIdx.x);
  const int pixels = width * height;
  if (number >= pixels) return;
  const int pixel = static_cast<int>(number);
  const int x = pixel % width;
  const int y = pixel / width;
  output[pixel] = border == kit::Border::zero
                      ? sum_inside(input, width, height, x, y, filter, filter_width)
                      : sum_clamped(input, width, height, x, y, filter, filter_width);
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  convolve_flat<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                            filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
