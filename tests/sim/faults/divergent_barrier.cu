// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 2 == 0) {
    atomicAdd(&sum, 1);
    __syncthreads();  // pair: divergent_barrier
  } else {
    atomicAdd(&sum, 2);
    __syncthreads();  // pair: divergent_barrier
  }
  data[threadIdx.x] = sum;
}
int main() {
  return run(kernel, 1, 64);
}
