// expect: error cudaSuccess
// Both accesses follow the one barrier of a turn. It stands between their lines, but in another
// function than the first, so that it does not stand between them.
// says: __syncthreads() is missing between them
#include "fault.hpp"
__device__ int beside(const int* row) {
  return row[threadIdx.x + 1];  // pair: shared_race
}
__global__ void kernel(int* data) {
  __shared__ int row[65];
  row[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x == 0) row[64] = 0;
  for (int n = 0; n < 2; ++n) {
    __syncthreads();
    const int next = beside(row);
    row[threadIdx.x] = next;  // pair: shared_race
  }
  data[threadIdx.x] = row[threadIdx.x];
}
int main() {
  return run(kernel, 1, 64);
}
