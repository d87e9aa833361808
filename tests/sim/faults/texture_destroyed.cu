// expect: error cudaErrorIllegalAddress
// expect: tex1Dfetch is given a texture object that was destroyed or never made
#include "fault.hpp"
__global__ void twice(cudaTextureObject_t in, float* out) {
  const float value = tex1Dfetch<float>(in, int(threadIdx.x));  // finds: invalid_handle
  out[threadIdx.x] = 2 * value;
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 256);
  cudaMemset(in, 0, 256);
  cudaMalloc(&out, 256);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 256;
  const cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  cudaDestroyTextureObject(texture);
  twice<<<1, 64>>>(texture, out);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
