/// @file
/// Lab 02, stage sobel: the two gradients by a loop over planes; the kernel gets the workspace and strides
/// from plane to plane, and takes hypotf.
#include <cstddef>
#include <initializer_list>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void length_of_gradient(const float* planes, float* magnitude, unsigned width,
                                   unsigned height) {
  const unsigned x = threadIdx.x + blockIdx.x * blockDim.x;
  const unsigned y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < width && y < height) {
    const float* const gx = planes + (std::size_t(y) * width + x);
    const float* const gy = gx + std::size_t(width) * height;
    magnitude[gx - planes] = hypotf(*gx, *gy);
  }
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  float* plane = d_workspace;
  for (const float* d_sobel : {d_sobel_x, d_sobel_y}) {
    convolve(d_input, plane, width, height, d_sobel, 3, border, block, stream);
    plane += std::size_t(width) * std::size_t(height);
  }
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  length_of_gradient<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
