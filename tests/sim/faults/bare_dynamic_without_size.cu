// expect: error cudaSuccess
// An extern __shared__ array outside of all functions, of which the launch passes no byte.
#include "fault.hpp"
extern __shared__ int tile[];
__global__ void kernel(int* data) {
  tile[threadIdx.x] = data[threadIdx.x];  // finds: shared_size
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 256);
  cudaMemset(data, 0, 256);
  kernel<<<1, 64>>>(data);  // names: the launch
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
