// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  data[threadIdx.x] = int(blockIdx.x) + 1;  // finds: global_race
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<8, 64>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
