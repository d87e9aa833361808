// expect: error cudaSuccess
#include "fault.hpp"
__global__ void twice(const float* in, float* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // finds: uninitialised_read
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 400);  // names: the buffer was allocated
  cudaMalloc(&out, 400);
  twice<<<1, 100>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
