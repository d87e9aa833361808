// runs for ever where nobody counts its steps
#include "fault.hpp"
__global__ void kernel(int* data) {
  int i = 0;
  while (i < 100) i += data[threadIdx.x];  // finds: infinite_loop
  data[threadIdx.x] = i;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 32>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
