// expect: stack overflow in kernel recurse
// expect: error cudaErrorIllegalAddress
// A recursion is told where it calls itself, not where the stack happens to end.
// says: this call leads to itself
#include "fault.hpp"
__device__ __noinline__ int deep(volatile int* data, int n) {
  volatile int local[64];
  local[n % 64] = n;
  return deep(data, n + 1) + local[n % 64] + data[0];  // finds: stack_overflow
}
__global__ void recurse(int* data) {
  data[0] = deep(data, 0);
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  recurse<<<1, 1>>>(data);
  return report(cudaDeviceSynchronize());
}
