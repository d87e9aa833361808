/// What programs share whose blocks meet at a barrier over the grid that each program waits at in
/// its way.
#pragma once

#include "fault.hpp"

/// Returns once all blocks have added 1.
__device__ void wait_for_all(int* arrived);

__global__ void two_phases(int* arrived, int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    wait_for_all(arrived);
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
