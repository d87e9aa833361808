// expect: illegal write,
// expect: past the end of a 400-byte buffer in kernel fill (launched at
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void fill(int* data) {
  data[1000 * threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);  // names: the buffer was allocated
  fill<<<1, 2>>>(data);
  return report(cudaDeviceSynchronize());
}
