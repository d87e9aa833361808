// expect: error cudaSuccess
#include "fault.hpp"
__global__ void copy(const float* in, float* out) {
  const float* from = in + 1 + 4 * threadIdx.x;
  const float4 four = *reinterpret_cast<const float4*>(from);  // finds: misaligned
  out[threadIdx.x] = four.x + four.w;
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 1024);
  cudaMemset(in, 0, 1024);
  cudaMalloc(&out, 128);
  copy<<<1, 32>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
