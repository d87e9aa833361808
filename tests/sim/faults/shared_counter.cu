// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  count = count + 1;  // finds: shared_race
  __syncthreads();
  if (threadIdx.x == 0) data[0] = count;
}
int main() {
  return run(kernel, 1, 64);
}
