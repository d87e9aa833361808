// runs for ever where nobody counts its steps
// expect: error cudaErrorLaunchTimeout
// expect: a barrier over the grid needs all its blocks to run at once
// The last arrival is waited for by reading alone.
#include "grid_barrier.hpp"
__device__ void wait_for_all(int* arrived) {
  while (*reinterpret_cast<volatile int*>(arrived) < int(gridDim.x)) continue;  // finds: deadlock
}
