// expect: error cudaSuccess
// says: by its name in host code, where that is a copy on the host
#include "fault.hpp"
__constant__ float weights[4];
__global__ void scale(const float* factors, float* out) {
  out[threadIdx.x] = factors[threadIdx.x];
}
int main() {
  const float values[4] = {1, 2, 3, 4};
  float* out = nullptr;
  cudaMalloc(&out, sizeof(values));
  cudaMemcpyToSymbol(weights, values, sizeof(values));
  scale<<<1, 4>>>(weights, out);  // finds: host_pointer
  const cudaError_t error = cudaDeviceSynchronize();
  void* known = nullptr;
  cudaGetSymbolAddress(&known, weights);
  scale<<<1, 4>>>(static_cast<const float*>(known), out);
  cudaFree(out);
  return report(error);
}
