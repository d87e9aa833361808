// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  if (threadIdx.x < 63) tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x];  // finds: uninitialised_read
}
int main() {
  return run(kernel, 1, 64);
}
