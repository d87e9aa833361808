// What all kernels with a thread per pixel have in common.
#pragma once
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {

/// Read access to an image whose nearest pixel stands beyond its edge.
template <typename T>
struct Clamped {
  const T* data;
  int width, height;
  __device__ T operator()(int x, int y) const {
    x = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
    y = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
    return data[y * width + x];
  }
};

template <typename Function>
__global__ void for_each_pixel(Function function, int width, int height) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < width && y < height) function(x, y);
}

template <typename Function>
void launch(Function function, int width, int height, dim3 block, cudaStream_t stream) {
  const auto ceil_div = [](unsigned a, unsigned b) { return a / b + (a % b != 0); };
  const dim3 grid(ceil_div(width, block.x), ceil_div(height, block.y));
  for_each_pixel<<<grid, block, 0, stream>>>(function, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
