// expect: error cuda
// A shared array outside of functions is overrun by one element.
// says: past the end of row in shared memory, which has 256 bytes
#include "fault.hpp"
__shared__ int row[64];
__global__ void shift(int* data) {
  row[threadIdx.x + 1] = data[threadIdx.x];  // finds: out_of_bounds
  __syncthreads();
  if (threadIdx.x > 0) data[threadIdx.x] = row[threadIdx.x];
}
int main() {
  return run(shift, 1, 64);
}
