// Lab 02: gradient magnitude. The combining kernel needs no coordinates: it numbers its threads through
// the whole grid and takes the pixels in memory's order, whatever the shape of the block.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Gradient {
  float x, y;
  __device__ float length() const { return sqrtf(fmaf(x, x, y * y)); }
};

__global__ void lengths(const float* __restrict__ workspace, float* __restrict__ magnitude,
                        std::size_t pixels) {
  const unsigned in_block = threadIdx.y * blockDim.x + threadIdx.x;
  const std::size_t p = std::size_t(blockIdx.x) * (blockDim.x * blockDim.y) + in_block;
  if (p >= pixels) return;
  magnitude[p] = Gradient{workspace[p], workspace[pixels + p]}.length();
}

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  const auto gradient = [=](const float* d_filter, std::size_t slot) {
    convolve(d_input, d_workspace + slot * pixels, width, height, d_filter, 3, border, block,
             stream);
  };
  gradient(d_sobel_x, 0);
  gradient(d_sobel_y, 1);

  const std::size_t threads = std::size_t(block.x) * block.y;
  const unsigned blocks = static_cast<unsigned>((pixels + threads - 1) / threads);
  lengths<<<blocks, block, 0, stream>>>(d_workspace, d_output, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
