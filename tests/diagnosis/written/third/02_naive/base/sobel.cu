// Lab 02: gradient magnitude from two convolutions and a combining kernel.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

constexpr int kSobelWidth = 3;

__global__ void gradient_magnitude(const float* __restrict__ gradient_x,
                                   const float* __restrict__ gradient_y,
                                   float* __restrict__ magnitude, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int p = y * width + x;
  const float gx = gradient_x[p];
  const float gy = gradient_y[p];
  magnitude[p] = sqrtf(gx * gx + gy * gy);
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  float* const d_gradient_x = d_workspace;
  float* const d_gradient_y = d_workspace + std::size_t(width) * std::size_t(height);

  convolve(d_input, d_gradient_x, width, height, d_sobel_x, kSobelWidth, border, block, stream);
  convolve(d_input, d_gradient_y, width, height, d_sobel_y, kSobelWidth, border, block, stream);

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  gradient_magnitude<<<grid, block, 0, stream>>>(d_gradient_x, d_gradient_y, d_output, width,
                                                 height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
