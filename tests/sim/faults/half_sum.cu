// expect: error cudaSuccess
#include <cuda_fp16.h>

#include "fault.hpp"
// Each thread has a half of its own, and all share the one behind them.
__global__ void add(half* sums) {
  sums[threadIdx.x] = half(int(threadIdx.x));
  if (threadIdx.x < 2) sums[4] += half(1);  // finds: global_race
}
int main() {
  half* sums = nullptr;
  cudaMalloc(&sums, 5 * sizeof(half));
  cudaMemset(sums, 0, 5 * sizeof(half));
  add<<<1, 4>>>(sums);
  const cudaError_t result = cudaDeviceSynchronize();
  cudaFree(sums);
  return report(result);
}
