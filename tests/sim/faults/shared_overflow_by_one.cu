// expect: error cudaSuccess
// Arrays whose sizes are no multiples of anything: the byte right behind them is not theirs.
// says: right past the end of tile in shared memory, which has 260 bytes
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[65];
  __shared__ short halves[33];
  tile[threadIdx.x] = 0;
  halves[threadIdx.x / 2] = 0;
  __syncthreads();
  tile[threadIdx.x + 2] = data[threadIdx.x];  // finds: out_of_bounds
  halves[threadIdx.x / 2 + 2] = 2;            // finds: out_of_bounds
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x] + halves[threadIdx.x / 2];
}
int main() {
  return run(kernel, 1, 64);
}
