// expect: out-of-bounds write: a kernel wrote 0 bytes past the end of a 400-byte buffer
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);  // names: the buffer was allocated
  fill<<<1, 101>>>(data);
  return report(cudaDeviceSynchronize());
}
