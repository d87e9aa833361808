// expect: illegal read, a null pointer in kernel copy
// expect: block (2, 0, 0), thread (7, 0, 0)
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void copy(const int* in, int* out) {
  if (blockIdx.x == 2 && threadIdx.x == 7) *out = *in;  // finds: null_pointer
}
int main() {
  int* out = nullptr;
  cudaMalloc(&out, 4);
  copy<<<4, 8>>>(nullptr, out);
  return report(cudaDeviceSynchronize());
}
