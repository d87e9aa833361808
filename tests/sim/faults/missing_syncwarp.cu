// expect: error cudaSuccess
// says: __syncthreads() is missing between them (in a block of one warp __syncwarp() is enough)
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];       // pair: shared_race
  data[threadIdx.x] = tile[31 - threadIdx.x];  // pair: shared_race
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
