/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    const int cx = min(max(x, 0), width - 1);
    const int cy = min(max(y, 0), height - 1);
    return image[cy * width + cx];
  }
  if (x < 0 || x >= width || y < 0 || y >= height) return 0.0f;
  return image[y * width + x];
}

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j) {
    for (int i = 0; i < filter_width; ++i) {
      const float value =
          pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
      sum += filter[j * filter_width + i] * value;
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
