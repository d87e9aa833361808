// Lab 02: convolution, one thread per pixel, everything from global memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = max(0, min(x, width - 1));
    y = max(0, min(y, height - 1));
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

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
      const float weight = filter[j * filter_width + i];
      const float pixel =
          pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
      sum += weight * pixel;
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const unsigned blocks_x = (width + block.x - 1) / block.x;
  const unsigned blocks_y = (height + block.y - 1) / block.y;
  convolve_naive<<<dim3(blocks_x, blocks_y), block, 0, stream>>>(d_input, d_output, width, height,
                                                                 d_filter, filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
