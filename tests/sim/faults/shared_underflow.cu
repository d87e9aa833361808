// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[int(threadIdx.x) - 1];  // finds: out_of_bounds
}
int main() {
  return run(kernel, 1, 64);
}
