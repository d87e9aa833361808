// expect: error cudaSuccess
#include "fault.hpp"
__global__ void scale(float* data) {
  data[threadIdx.x] *= 2;
}
int main() {
  float *data = nullptr, *result = nullptr;
  float host[32] = {};
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&result, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(data);
  cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost);  // finds: uninitialised_read
  cudaFree(data);
  cudaFree(result);
  return report(cudaDeviceSynchronize());
}
