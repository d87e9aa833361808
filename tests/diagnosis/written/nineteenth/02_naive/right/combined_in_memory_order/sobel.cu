/// @file
/// Lab 02, stage sobel: gradient magnitude, three kernels on one stream. Read README.md first.
/// The combining kernel needs no x and y: it counts its threads through the image in memory's order.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

constexpr int kSobelWidth = 3;

/// One thread computes the magnitude at the pixel with its own number; threads beyond the last
/// pixel do nothing.
__global__ void gradient_magnitude(const float* __restrict__ gradients,
                                   float* __restrict__ magnitude, unsigned pixels) {
  const unsigned in_block = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned pixel = blockIdx.x * (blockDim.x * blockDim.y) + in_block;
  if (pixel < pixels) {
    const float gx = gradients[pixel];
    const float gy = gradients[std::size_t(pixel) + pixels];
    magnitude[pixel] = sqrtf(gx * gx + gy * gy);
  }
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  const unsigned pixels = static_cast<unsigned>(width) * static_cast<unsigned>(height);
  const float* const filters[2] = {d_sobel_x, d_sobel_y};
  for (std::size_t k = 0; k < 2; ++k) {
    convolve(d_input, d_workspace + k * pixels, width, height, filters[k], kSobelWidth, border,
             block, stream);
  }
  const unsigned threads = block.x * block.y;
  const unsigned blocks = (pixels + threads - 1) / threads;
  gradient_magnitude<<<blocks, block, 0, stream>>>(d_workspace, d_output, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
