// expect: error cudaErrorIllegalAddress
// The host adds bytes to a pointer of floats: the kernel is given a place beyond the buffer.
#include "fault.hpp"
__global__ void kernel(float* data) {
  data[threadIdx.x] = 1;  // finds: out_of_bounds
}
int main() {
  float* data = nullptr;
  cudaMalloc(&data, 1024);  // names: the buffer was allocated
  // says: already gets a pointer that points 1024 bytes past the end of
  kernel<<<1, 32>>>(data + 128 * sizeof(float));
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
