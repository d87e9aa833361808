// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  data[threadIdx.x] = int(threadIdx.x);             // pair: global_race
  data[64 + threadIdx.x] = data[63 - threadIdx.x];  // pair: global_race
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 64>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
