// expect: out-of-bounds write: a kernel wrote 4 bytes before the start of a 400-byte buffer
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[int(threadIdx.x) - 1] = 1;  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);  // names: the buffer was allocated
  fill<<<1, 2>>>(data);
  return report(cudaDeviceSynchronize());
}
