// expect: bytes past the end of a 256-byte buffer
// expect: error cudaErrorIllegalAddress
#include <cuda_fp16.h>

#include "fault.hpp"
__global__ void scale(half2* data) {
  data[threadIdx.x] = __half2half2(half(2.0f));  // finds: out_of_bounds
}
int main() {
  half2* data = nullptr;
  cudaMalloc(&data, 128 * sizeof(half));  // names: the buffer was allocated
  scale<<<1, 128>>>(data);
  return report(cudaDeviceSynchronize());
}
