// expect: error cudaErrorLaunchTimeout
// expect: a barrier over the grid needs all its blocks to run at once
// A barrier over the grid, of more blocks than run at once.
#include "grid_barrier.hpp"
__device__ void wait_for_all(int* arrived) {
  while (atomicAdd(arrived, 0) < int(gridDim.x)) continue;  // finds: deadlock
}
