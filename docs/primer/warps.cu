// Warps: a condition that divides the lanes of a warp makes it run both branches; one that divides
// warps from warps costs nothing.
#include "kit/device_buffer.hpp"

constexpr int kWarp = 32;

/// Even lanes do one thing, odd lanes another: every warp is divided.
__global__ void by_lane(float* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0) {
    values[i] += 1.0f;
  } else {
    values[i] *= 2.0f;
  }
}

/// Even warps do one thing, odd warps another: no warp is divided.
__global__ void by_warp(float* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i / kWarp % 2 == 0) {
    values[i] += 1.0f;
  } else {
    values[i] *= 2.0f;
  }
}

int main() {
  constexpr int kBlocks = 4, kBlock = 256;
  kit::DeviceBuffer<float> d_values(kBlocks * kBlock);
  KIT_CHECK(cudaMemset(d_values.data(), 0, d_values.bytes()));
  by_lane<<<kBlocks, kBlock>>>(d_values.data());
  by_warp<<<kBlocks, kBlock>>>(d_values.data());
  KIT_CHECK(cudaDeviceSynchronize());
}
