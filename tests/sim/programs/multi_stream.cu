// Two streams work on the halves of an image; an event makes the second wait for the first.
#include <vector>

#include "program.hpp"

__global__ void scale(float* values, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

__global__ void add(const float* a, const float* b, float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

int main() {
  const int half = 1000, blocks = (half + 255) / 256;
  const std::size_t bytes = half * sizeof(float);
  float* host = nullptr;
  KIT_CHECK(cudaMallocHost(&host, 2 * bytes));
  for (int i = 0; i < 2 * half; ++i) host[i] = float(i);
  kit::DeviceBuffer<float> a(half), b(half), sum(half);
  cudaStream_t first, second;
  cudaEvent_t ready;
  KIT_CHECK(cudaStreamCreate(&first));
  KIT_CHECK(cudaStreamCreate(&second));
  KIT_CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  KIT_CHECK(cudaMemcpyAsync(a.data(), host, bytes, cudaMemcpyHostToDevice, first));
  scale<<<blocks, 256, 0, first>>>(a.data(), half, 2);
  KIT_CHECK(cudaEventRecord(ready, first));
  KIT_CHECK(cudaMemcpyAsync(b.data(), host + half, bytes, cudaMemcpyHostToDevice, second));
  scale<<<blocks, 256, 0, second>>>(b.data(), half, 3);
  KIT_CHECK(cudaStreamWaitEvent(second, ready));
  add<<<blocks, 256, 0, second>>>(a.data(), b.data(), sum.data(), half);
  KIT_CHECK(cudaMemcpyAsync(host, sum.data(), bytes, cudaMemcpyDeviceToHost, second));
  KIT_CHECK(cudaStreamSynchronize(second));
  for (int i = 0; i < half; ++i) EXPECT(host[i] == 2.0f * float(i) + 3.0f * float(half + i));
  KIT_CHECK(cudaEventDestroy(ready));
  KIT_CHECK(cudaStreamDestroy(first));
  KIT_CHECK(cudaStreamDestroy(second));
  KIT_CHECK(cudaFreeHost(host));
  return finish();
}
