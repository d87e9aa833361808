// expect: a kernel launches a kernel (dynamic parallelism), which the simulator does not have
// expect: error cudaErrorNotSupported
#include "fault.hpp"
__global__ void inner() {}
__global__ void outer() {
  inner<<<1, 1>>>();  // finds: launch_refused
}
int main() {
  outer<<<1, 1>>>();
  return report(cudaDeviceSynchronize());
}
