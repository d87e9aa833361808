// expect: illegal write
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaFree(data);
  fill<<<1, 2>>>(data);
  return report(cudaDeviceSynchronize());
}
