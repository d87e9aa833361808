// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    tile[threadIdx.x] = data[64 * round + threadIdx.x];  // pair: shared_race
    __syncthreads();                                     // names: the barrier
    sum += tile[63 - threadIdx.x];                       // pair: shared_race
  }
  data[threadIdx.x] = sum;
}
int main() {
  return run(kernel, 1, 64);
}
