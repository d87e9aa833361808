// Lab 06, naive: the window by pointers; the block is one warp wide and deep in z for channels.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "window.cuh"

namespace lab06 {
namespace {

__global__ void mean_of_window(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               int radius) {
  const int channels = blockDim.z;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Window window{clipped(x, radius, width), clipped(y, radius, height)};
  std::uint64_t sum = 0;
  const std::ptrdiff_t pitch = std::ptrdiff_t(width) * channels;
  const std::uint8_t* row = input + window.y.begin * pitch + window.x.begin * channels + threadIdx.z;
  for (int rows_left = window.y.size(); rows_left--; row += pitch) {
    const std::uint8_t* pixel = row;
    for (int left = window.x.size(); left--; pixel += channels) sum += *pixel;
  }
  output[y * pitch + x * channels + threadIdx.z] =
      std::uint8_t(rounded_quotient(sum, window.pixels<std::uint64_t>()));
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  const dim3 block(32, 4, channels), grid((width - 1) / 32 + 1, (height - 1) / 4 + 1);
  mean_of_window<<<grid, block, 0, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
