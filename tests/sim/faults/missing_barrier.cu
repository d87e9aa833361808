// expect: error cudaSuccess
// says: orders the two; __syncthreads() is missing between them
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];       // pair: shared_race
  data[threadIdx.x] = tile[63 - threadIdx.x];  // pair: shared_race
}
int main() {
  return run(kernel, 1, 64);
}
