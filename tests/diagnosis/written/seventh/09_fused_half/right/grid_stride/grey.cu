/// @file
/// Grey levels, with a grid that strides over the pixels in one dimension.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

struct Colour {
  std::uint8_t r, g, b;
};

__global__ void weigh_all(const Colour* __restrict__ colours, std::uint8_t* __restrict__ grey,
                          int count) {
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const auto level = [](Colour c) { return (c.r * 77u + c.g * 150u + c.b * 29u + 128u) >> 8; };
  for (int n = blockIdx.x * threads + thread; n < count; n += gridDim.x * threads) {
    grey[n] = static_cast<std::uint8_t>(level(colours[n]));
  }
}

}  // namespace

void to_grey(const std::uint8_t* d_rgb, std::uint8_t* d_grey, int width, int height, dim3 block,
             cudaStream_t stream) {
  const int count = width * height, threads = block.x * block.y;
  const int blocks = 1 + (count - 1) / threads;
  weigh_all<<<blocks < 2048 ? blocks : 2048, block, 0, stream>>>(
      reinterpret_cast<const Colour*>(d_rgb), d_grey, count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
