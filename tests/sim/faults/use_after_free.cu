// expect: illegal write
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // finds: use_after_free
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);  // names: the buffer was allocated
  cudaFree(data);          // names: freed
  fill<<<1, 2>>>(data);
  return report(cudaDeviceSynchronize());
}
