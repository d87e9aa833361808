// expect: error cudaSuccess
#include "fault.hpp"
__global__ void sum(const float* in, float* out, int count) {
  for (int i = 0; i < count; ++i) out[threadIdx.x] += in[i];  // finds: uninitialised_read
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64);
  cudaMemset(in, 0, 64);
  cudaMalloc(&out, 128);  // names: the buffer was allocated
  sum<<<1, 32>>>(in, out, 16);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
