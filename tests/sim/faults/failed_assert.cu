// expect: failed_assert.cu:8: void check(int): Assertion `i < 3' failed in kernel check
// expect: thread (3, 0, 0)
// expect: error cudaErrorAssert
#include <cassert>
#include "fault.hpp"
__global__ void check(int limit) {
  int i = threadIdx.x;
  assert(i < 3);  // finds: kernel_fault
  (void)limit;
}
int main() {
  check<<<1, 4>>>(1);
  return report(cudaDeviceSynchronize());
}
