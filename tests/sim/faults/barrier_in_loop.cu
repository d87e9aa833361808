// expect: error cudaSuccess
// says: the __syncthreads() in line 10 is not passed equally often by all threads of the block
#include "fault.hpp"
__global__ void kernel(int* data) {
  __shared__ int tile[96];
  // 64 threads load 96 elements: only the first warp comes round a second time.
  int sum = 0;
  for (int n = threadIdx.x; n < 96; n += blockDim.x) {
    tile[n] = data[n];  // pair: shared_race
    __syncthreads();    // names: the barrier
  }
  for (int n = 1; n <= 64; ++n) sum += tile[threadIdx.x + 32 - n / 2];  // pair: shared_race
  data[threadIdx.x] = sum;
}
int main() {
  return run(kernel, 1, 64);
}
