// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = data[threadIdx.x];  // finds: out_of_bounds
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x / 2];  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 64, 64>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
