// expect: out-of-bounds write: a kernel wrote 0 bytes past the end of a 400-byte buffer
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  fill<<<1, 101>>>(data);
  return report(cudaDeviceSynchronize());
}
