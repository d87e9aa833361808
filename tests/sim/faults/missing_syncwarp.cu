// expect: error cudaSuccess
// says: __syncthreads() is missing between them (in a block of one warp __syncwarp() is enough)
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];       // pair: shared_race
  data[threadIdx.x] = tile[31 - threadIdx.x];  // pair: shared_race
}
int main() {
  return run(kernel, 1, 32);
}
