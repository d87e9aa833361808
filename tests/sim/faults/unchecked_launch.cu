// expect: error cudaSuccess
#include "fault.hpp"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 8192);
  fill<<<1, 2048>>>(data);  // finds: launch_refused unchecked_error
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
