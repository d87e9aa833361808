// expect: error cuda
#include "fault.hpp"
__device__ int histogram[16];
__device__ int total;
__global__ void count(const int* data) {
  atomicAdd(&total, 1);
  histogram[data[threadIdx.x] & 16] = 1;  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  const int values[32] = {1, 2, 16, 31};
  cudaMalloc(&data, sizeof values);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(data);
  return report(cudaDeviceSynchronize());
}
