// Lab 02. The combining kernel is launched through the runtime's function instead of <<<...>>>.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void lengths(const float* gradients, std::size_t pixels, float* magnitude, int width,
                        int height) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < unsigned(width) && row < unsigned(height)) {
    const std::size_t here = std::size_t(row) * width + column;
    const auto square = [](float v) { return v * v; };
    magnitude[here] = sqrtf(square(gradients[here]) + square(gradients[pixels + here]));
  }
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  std::size_t pixels = std::size_t(width) * std::size_t(height);
  const float* const filters[] = {d_sobel_x, d_sobel_y};
  for (int k = 0; k < 2; ++k) {
    convolve(d_input, d_workspace + k * pixels, width, height, filters[k], 3, border, block,
             stream);
  }

  const auto blocks = [](int size, unsigned threads) { return (size + threads - 1) / threads; };
  const dim3 grid(blocks(width, block.x), blocks(height, block.y));
  const float* gradients = d_workspace;
  void* arguments[] = {&gradients, &pixels, &d_output, &width, &height};
  KIT_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&lengths), grid, block, arguments, 0,
                             stream));
}

}  // namespace lab02
