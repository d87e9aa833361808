// expect: error cudaSuccess
// says: has left this out and is at another such function, though the mask names both
// The mask names all lanes, and only those that have a value behind them come to the shuffle.
#include "fault.hpp"

__global__ void sum(int* data) {
  int sum = int(threadIdx.x);
  for (int step = 16; step > 0; step /= 2)
    if (threadIdx.x + step < 32)
      sum += __shfl_down_sync(0xffffffffu, sum, step);   // finds: shuffle_inactive_lane
  data[threadIdx.x] = __shfl_sync(0xffffffffu, sum, 0);  // names: the other function
}

int main() {
  return run(sum, 1, 32);
}
