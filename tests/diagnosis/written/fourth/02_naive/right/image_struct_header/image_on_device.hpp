// An image in device memory, and the one way in which the kernels of this lab go over it: a function
// object is called with the x and y of each thread that has a pixel.
#pragma once

#include "kit/cuda_check.hpp"

template <typename T>
struct DeviceImage {
  T* pixels;
  int width;
  int height;

  __device__ bool has(int x, int y) const {
    return x >= 0 && y >= 0 && x < width && y < height;
  }
  __device__ T& at(int x, int y) const { return pixels[y * width + x]; }
  __device__ float at_or(int x, int y, float otherwise) const {
    return has(x, y) ? at(x, y) : otherwise;
  }
};

template <typename Function>
__global__ void for_each_pixel_kernel(Function function, DeviceImage<float> output) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!output.has(x, y)) return;
  output.at(x, y) = function(x, y);
}

/// output(x, y) = function(x, y), one thread per pixel.
template <typename Function>
void for_each_pixel(const Function& function, DeviceImage<float> output, dim3 block,
                    cudaStream_t stream) {
  const dim3 grid((output.width + block.x - 1) / block.x, (output.height + block.y - 1) / block.y);
  for_each_pixel_kernel<<<grid, block, 0, stream>>>(function, output);
  KIT_CHECK(cudaGetLastError());
}
