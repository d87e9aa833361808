// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64], next[64];
  tile[threadIdx.x + 1] = data[threadIdx.x];  // finds: out_of_bounds
  next[threadIdx.x] = 0;
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x == 0 ? 1 : threadIdx.x] + next[threadIdx.x];
}
int main() {
  return run(kernel, 1, 64);
}
