// Lab 06, stage naive: pointers down the rows of the window.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "window.cuh"

namespace lab06 {
namespace {

__global__ void mean_of_window(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int c = blockIdx.z;
  if (x < width && y < height) {
    const Window window(x, y, radius, width, height);
    std::uint64_t sum = 0;
    const int columns = window.right - window.left + 1;
    for (int j = window.top; j <= window.bottom; ++j) {
      const std::uint8_t* p = input + (j * width + window.left) * channels + c;
      for (int left = columns; left > 0; --left) {
        sum += *p;
        if (left > 1) p += channels;
      }
    }
    const std::uint64_t n = window.pixels();
    output[(y * width + x) * channels + c] = static_cast<std::uint8_t>((2 * sum + n) / (2 * n));
  }
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  const dim3 threads(16, 16);
  const dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y,
                    channels);
  mean_of_window<<<blocks, threads, 0, stream>>>(d_input, d_output, width, height, channels,
                                                 radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
