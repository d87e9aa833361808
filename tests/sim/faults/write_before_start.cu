// expect: out-of-bounds write: a kernel wrote 4 bytes before the start of a 400-byte buffer
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[int(threadIdx.x) - 1] = 1;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  fill<<<1, 2>>>(data);
  return report(cudaDeviceSynchronize());
}
