// expect: error cudaSuccess
// The offset of a copy to a symbol counts bytes.
#include "fault.hpp"
__constant__ float weights[64];
__global__ void kernel(float* data) {
  data[threadIdx.x] = weights[31 + threadIdx.x % 2];
}
int main() {
  const float two[2] = {1, 2};
  float* data = nullptr;
  cudaMalloc(&data, 1024);
  cudaMemcpyToSymbol(weights, two, sizeof two, 31);  // finds: wrong_copy
  kernel<<<1, 32>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
