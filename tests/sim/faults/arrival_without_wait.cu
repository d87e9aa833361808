// expect: error cudaSuccess
#include <cuda/barrier>

#include "fault.hpp"
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void shift(int* data) {
  __shared__ Barrier barrier;
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = -t;
  if (t == 0) init(&barrier, blockDim.x);
  __syncthreads();
  values[t] = t;  // pair: shared_race
  const Barrier::arrival_token token = barrier.arrive();
  (void)token;
  data[t] = values[(t + 1) % 64];  // pair: shared_race
}
int main() {
  return run(shift, 1, 64);
}
