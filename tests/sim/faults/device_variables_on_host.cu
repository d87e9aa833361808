// expect: error cudaSuccess
// With a card the host has variables of its own under these names, which no kernel sees.
// says: host code uses the GPU's variable weights by its name
#include "fault.hpp"
__constant__ float weights[4];
__device__ int counter;
__managed__ int shared_by_both;
__global__ void kernel(float* out) {
  out[threadIdx.x] = weights[threadIdx.x];
  atomicAdd(&counter, 1);
  atomicAdd(&shared_by_both, 1);
}
int main() {
  float* out = nullptr;
  const float ones[4] = {1, 1, 1, 1};
  cudaMalloc(&out, 16);
  cudaMemcpyToSymbol(weights, ones, sizeof ones);
  weights[1] = 2;  // finds: device_pointer_on_host
  shared_by_both = 0;
  kernel<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  const bool all = counter == 4;  // finds: device_pointer_on_host
  cudaFree(out);
  return report(all && shared_by_both == 4 ? cudaSuccess : cudaErrorUnknown);
}
