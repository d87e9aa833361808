// expect: error cudaSuccess
// The second stream does not wait for what the first one fills.
#include "fault.hpp"

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // names: the kernel fill writes here
}
__global__ void sum(const int* data, int* total) {
  atomicAdd(total, data[threadIdx.x]);  // names: the kernel sum reads here
}

int main() {
  int *data = nullptr, *total = nullptr;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&data, 256);
  cudaMalloc(&total, 4);
  cudaMemset(total, 0, 4);
  fill<<<1, 64, 0, first>>>(data);         // names: the kernel fill is queued here
  sum<<<1, 64, 0, second>>>(data, total);  // finds: stream_race
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(total);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return report(error);
}
