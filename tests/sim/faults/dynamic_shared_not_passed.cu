// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = data[threadIdx.x];  // finds: shared_size
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 64>>>(data);  // names: the launch
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
