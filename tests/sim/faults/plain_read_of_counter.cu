// expect: error cudaSuccess
// A plain read that no compare-and-swap follows meets atomic operations of other threads.
#include "fault.hpp"
__global__ void count_up(int* counter, int* seen) {
  atomicAdd(counter, 1);                           // pair: global_race
  seen[blockIdx.x * 32 + threadIdx.x] = *counter;  // pair: global_race
}
int main() {
  int *counter = nullptr, *seen = nullptr;
  cudaMalloc(&counter, 4);
  cudaMemset(counter, 0, 4);
  cudaMalloc(&seen, 1024);
  count_up<<<4, 32>>>(counter, seen);
  cudaFree(counter);
  cudaFree(seen);
  return report(cudaDeviceSynchronize());
}
