// expect: stack overflow in kernel recurse
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__device__ __noinline__ int deep(volatile int* data, int n) {
  volatile int local[64];
  local[n % 64] = n;  // finds: stack_overflow
  return deep(data, n + 1) + local[n % 64] + data[0];
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
