// expect: error cudaSuccess
// A signed char as an index: levels above 127 are below 0.
#include "fault.hpp"
__constant__ float before[64];
__constant__ float table[256];
__global__ void kernel(float* data) {
  const signed char level = static_cast<signed char>(250);
  data[threadIdx.x] = before[threadIdx.x] + table[level];  // finds: out_of_bounds
}
int main() {
  // says: 24 bytes before the start of table in constant memory
  float* data = nullptr;
  cudaMalloc(&data, 1024);
  kernel<<<1, 32>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
