// expect: error cudaSuccess
// says: orders the two; __syncthreads() is missing between them
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];       // pair: shared_race
  data[threadIdx.x] = tile[63 - threadIdx.x];  // pair: shared_race
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
