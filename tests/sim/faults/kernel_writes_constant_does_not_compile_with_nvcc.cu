// expect: error cudaSuccess
#include "fault.hpp"
__constant__ float weights[4];
__constant__ int uses;
__global__ void normalise() {
  weights[threadIdx.x] = 0.25f;  // finds: read_only_write
  atomicAdd(&uses, 1);           // finds: read_only_write
}
__global__ void use(float* out) {
  out[threadIdx.x] = weights[threadIdx.x];
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 16);
  normalise<<<1, 4>>>();
  use<<<1, 4>>>(out);
  cudaFree(out);
  return report(cudaDeviceSynchronize());
}
