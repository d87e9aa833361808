// expect: error cudaErrorLaunchTimeout
// expect: a barrier over the grid needs all its blocks to run at once
// The last arrival is waited for by reading alone.
#include "fault.hpp"
__global__ void two_phases(int* arrived, int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (*reinterpret_cast<volatile int*>(arrived) < int(gridDim.x)) continue;  // finds: deadlock
  }
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
int main() {
  int *arrived = nullptr, *data = nullptr;
  cudaMalloc(&arrived, 4);
  cudaMemset(arrived, 0, 4);
  cudaMalloc(&data, 4000 * 128);
  two_phases<<<4000, 32>>>(arrived, data);
  return report(cudaDeviceSynchronize());
}
