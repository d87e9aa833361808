// expect: error cudaSuccess
// Two rounds are too few: the last third of the array is never stored.
// says: What is there was stored in line 7
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[96];
  for (int n = threadIdx.x; n < 2 * blockDim.x; n += blockDim.x) tile[n] = data[n];
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 64];  // finds: uninitialised_read
}
int main() {
  return run(kernel, 1, 32);
}
