// expect: error cudaErrorInvalidValue
#include "fault.hpp"
__global__ void kernel(int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4 * 2048 * 32);
  // says: are grid and block exchanged? The grid comes first
  kernel<<<32, 2048>>>(data);  // finds: launch_refused
  const cudaError_t error = cudaGetLastError();
  cudaFree(data);
  return report(error);
}
