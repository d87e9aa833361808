/// @file
/// Lab 02, stage sobel: the combining kernel does not care about rows, it counts pixels.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The workspace holds all of gx, then all of gy.
__global__ void gradient_magnitude(const float* __restrict__ gradients,
                                   float* __restrict__ magnitude, std::size_t pixels) {
  const std::size_t block = static_cast<std::size_t>(blockIdx.y) * gridDim.x + blockIdx.x;
  const std::size_t pixel =
      block * (blockDim.x * blockDim.y) + (threadIdx.y * blockDim.x + threadIdx.x);
  if (pixel >= pixels) return;
  const float2 gradient = make_float2(gradients[pixel], gradients[pixel + pixels]);
  magnitude[pixel] = sqrtf(gradient.x * gradient.x + gradient.y * gradient.y);
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  convolve(d_input, d_workspace, width, height, d_sobel_x, 3, border, block, stream);
  convolve(d_input, d_workspace + pixels, width, height, d_sobel_y, 3, border, block, stream);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  gradient_magnitude<<<grid, block, 0, stream>>>(d_workspace, d_output, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
