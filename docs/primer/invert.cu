// A whole program: an image goes to the device, a kernel inverts it, it comes back. What
// kit::DeviceBuffer does in the other programs is written out here.
#include <cstdio>
#include <vector>

#include "kit/cuda_check.hpp"

/// A function that kernels can call.
__device__ float inverted(float value) {
  return 1.0f - value;
}

/// One thread for each pixel of a width x height image; threads beyond it do nothing.
__global__ void invert(const float* __restrict__ input, float* __restrict__ output, int width,
                       int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  output[y * width + x] = inverted(input[y * width + x]);
}

int main() {
  constexpr int kWidth = 100, kHeight = 60;
  const std::vector<float> image(kWidth * kHeight, 0.25f);
  const std::size_t bytes = image.size() * sizeof(float);

  float *d_input = nullptr, *d_output = nullptr;  // d_: addresses in the device's memory
  KIT_CHECK(cudaMalloc(&d_input, bytes));
  KIT_CHECK(cudaMalloc(&d_output, bytes));
  KIT_CHECK(cudaMemcpy(d_input, image.data(), bytes, cudaMemcpyHostToDevice));

  const dim3 block(32, 8);  // threads of a block in x and y
  const dim3 grid((kWidth + block.x - 1) / block.x, (kHeight + block.y - 1) / block.y);
  invert<<<grid, block>>>(d_input, d_output, kWidth, kHeight);
  KIT_CHECK(cudaGetLastError());  // was the launch accepted?

  std::vector<float> result(image.size());
  KIT_CHECK(cudaMemcpy(result.data(), d_output, bytes, cudaMemcpyDeviceToHost));
  KIT_CHECK(cudaFree(d_output));
  KIT_CHECK(cudaFree(d_input));
  std::printf("0.25 inverted is %.2f\n", result.back());
}
