// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  count = count + 1;  // finds: shared_race
  __syncthreads();
  if (threadIdx.x == 0) data[0] = count;
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
