// expect: deadlock in kernel stuck
// expect: 1 threads of the block wait at __syncthreads, 31 at a warp primitive
// expect: error cudaErrorLaunchTimeout
#include "fault.hpp"
__global__ void stuck() {
  if (threadIdx.x == 0) __syncthreads();  // names: 1 thread waits here
  __syncwarp();                           // finds: deadlock
}
int main() {
  stuck<<<1, 32>>>();
  return report(cudaDeviceSynchronize());
}
