/// @file
/// Lab 09, stage grey: grey levels of a colour image. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

/// One thread computes pixel (x, y) in whole numbers, which round the same everywhere.
__global__ void weigh_colours(const std::uint8_t* __restrict__ rgb, std::uint8_t* __restrict__ grey,
                              int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int pixel = y * width + x;
  const std::uint8_t* const colour = rgb + 3 * pixel;
  const int sum = 77 * colour[0] + 150 * colour[1] + 29 * colour[2];
  grey[pixel] = (sum + 128) / 256;
}

}  // namespace

void to_grey(const std::uint8_t* d_rgb, std::uint8_t* d_grey, int width, int height, dim3 block,
             cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  weigh_colours<<<grid, block, 0, stream>>>(d_rgb, d_grey, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
