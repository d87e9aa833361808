// Roofline: floating-point operations per byte decide whether memory or arithmetic is the limit.
#include "kit/device_buffer.hpp"

/// One addition for 12 bytes: two loads and a store.
__global__ void add(const float* a, const float* b, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i] + b[i];
}

/// 100 multiplications and additions for 8 bytes.
__global__ void iterate(const float* input, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = input[i];
  float value = x;
  for (int n = 0; n < 100; ++n) value = value * x + 0.5f;
  output[i] = value;
}

int main() {
  constexpr int kBlocks = 64, kBlock = 256, kCount = kBlocks * kBlock;
  kit::DeviceBuffer<float> d_a(kCount), d_b(kCount), d_result(kCount);
  KIT_CHECK(cudaMemset(d_a.data(), 0, d_a.bytes()));
  KIT_CHECK(cudaMemset(d_b.data(), 0, d_b.bytes()));
  add<<<kBlocks, kBlock>>>(d_a.data(), d_b.data(), d_result.data());
  iterate<<<kBlocks, kBlock>>>(d_a.data(), d_result.data());
  KIT_CHECK(cudaDeviceSynchronize());
}
