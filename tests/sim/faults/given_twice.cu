// expect: error cudaSuccess
// In and out are one buffer: what one thread stores another has yet to read.
#include "fault.hpp"
__global__ void shift(const int* input, int* output) {
  const int n = threadIdx.x;
  output[n] = input[n > 0 ? n - 1 : 0];  // finds: global_race
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 1024);
  cudaMemset(data, 0, 1024);
  // says: gets this memory for two of its parameters
  shift<<<1, 256>>>(data, data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
