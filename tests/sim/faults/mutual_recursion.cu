// expect: error cudaErrorIllegalAddress
// Two functions that call one another without an end: one of their calls is told.
#include "fault.hpp"
__device__ int odd(volatile int* data, int n);
__device__ __noinline__ int even(volatile int* data, int n) {
  volatile int kept[16];
  kept[n & 15] = n;
  return odd(data, n - 1) + kept[data[0] & 15];
}
__device__ __noinline__ int odd(volatile int* data, int n) {
  volatile int kept[16];
  kept[n & 15] = n;
  return even(data, n - 1) - kept[data[0] & 15];  // finds: stack_overflow
}
__global__ void parity(int* data) {
  data[threadIdx.x] = even(data, int(threadIdx.x) - 1000);
}
int main() {
  return run(parity, 1, 1);
}
