// expect: error cudaSuccess
// __threadfence_block() orders nothing for other blocks.
#include "last_block_sums.hpp"
__global__ void total(const int* in, int* partial, unsigned* done, int* result) {
  partial[blockIdx.x] = in[blockIdx.x];  // pair: global_race
  __threadfence_block();
  if (atomicInc(done, gridDim.x) != gridDim.x - 1) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];  // pair: global_race
  *result = sum;
}
