// expect: error cudaSuccess
// The barrier orders loading and reading of one turn; nothing orders reading with the next loading.
// says: the __syncthreads() in line 9 orders them within one turn of the loop
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int row[64];
  for (int y = 0; y < 4; ++y) {
    row[threadIdx.x] = data[64 * y + threadIdx.x];       // pair: shared_race
    __syncthreads();                                     // names: the barrier
    data[64 * y + threadIdx.x] = row[63 - threadIdx.x];  // pair: shared_race
  }
}
int main() {
  return run(kernel, 1, 64);
}
