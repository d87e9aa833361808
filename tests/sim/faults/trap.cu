// expect: __trap() in kernel stop
// expect: error cudaErrorLaunchFailure
#include "fault.hpp"
__global__ void stop() {
  if (threadIdx.x == 1) __trap();  // finds: kernel_fault
}
int main() {
  stop<<<1, 4>>>();
  return report(cudaDeviceSynchronize());
}
