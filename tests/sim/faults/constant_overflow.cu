// expect: error cudaSuccess
#include "fault.hpp"
__constant__ float filter[9];
__constant__ float other[9];
__global__ void apply(float* out, int taps) {
  float sum = other[0];
  for (int i = 0; i < taps; ++i) sum += filter[i];  // finds: out_of_bounds
  out[threadIdx.x] = sum;
}
int main() {
  const float host[9] = {};
  float* out = nullptr;
  cudaMalloc(&out, 128);
  cudaMemcpyToSymbol(filter, host, sizeof(host));
  cudaMemcpyToSymbol(other, host, sizeof(host));
  apply<<<1, 32>>>(out, 10);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return report(error);
}
