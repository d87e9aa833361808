/// @file
/// Lab 02, stage sobel: gradient magnitude, three kernels on one stream. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

constexpr int kSobelWidth = 3;

/// The magnitude of each pixel, whose neighbours do not matter: threads and pixels are counted in
/// memory's order, block after block. Gradient y stands behind gradient x.
__global__ void gradient_magnitude(const float* __restrict__ gradients,
                                   float* __restrict__ magnitude, unsigned pixels) {
  const unsigned threads = blockDim.x * blockDim.y;
  const unsigned pixel = blockIdx.x * threads + threadIdx.y * blockDim.x + threadIdx.x;
  if (pixel < pixels) {
    const float gx = gradients[pixel];
    const float gy = gradients[std::size_t(pixels) + pixel];
    magnitude[pixel] = sqrtf(gx * gx + gy * gy);
  }
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  // Unsigned: pixels + threads - 1 may exceed an int.
  const unsigned pixels = unsigned(width) * unsigned(height);
  const unsigned threads = block.x * block.y;
  convolve(d_input, d_workspace, width, height, d_sobel_x, kSobelWidth, border, block, stream);
  convolve(d_input, d_workspace + pixels, width, height, d_sobel_y, kSobelWidth, border, block,
           stream);
  gradient_magnitude<<<dim3((pixels + threads - 1) / threads), block, 0, stream>>>(
      d_workspace, d_output, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
