// expect: error cudaSuccess
#include "fault.hpp"
__global__ void twice(const float* in, float* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // finds: uninitialised_read
}
int main() {
  float host[100] = {};
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(host));  // names: the buffer was allocated
  cudaMalloc(&out, sizeof(host));
  cudaMemcpy(in, host, 100, cudaMemcpyHostToDevice);  // 100 bytes, not 100 floats
  twice<<<1, 100>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
