// expect: error cudaErrorIllegalAddress
// expect: tex2D is given a texture of linear memory, which only tex1Dfetch reads
#include "fault.hpp"
__global__ void copy(cudaTextureObject_t in, float* out) {
  const float x = float(threadIdx.x) + 0.5f;
  out[threadIdx.x] = tex2D<float>(in, x, 0.5f);  // finds: invalid_handle
}
int main() {
  float* memory = nullptr;
  cudaMalloc(&memory, 512);
  cudaMemset(memory, 0, 512);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 512;
  const cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  copy<<<1, 32>>>(texture, memory);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
