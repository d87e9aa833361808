// expect: a pitch of 400 bytes is no multiple of 32
// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void copy(cudaTextureObject_t in, float* out) {
  const float x = float(threadIdx.x) + 0.5f;
  out[threadIdx.x] = tex2D<float>(in, x, 0.5f);  // finds: invalid_handle
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 40000);
  cudaMemset(in, 0, 40000);
  cudaMalloc(&out, 400);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = in;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 100;
  resource.res.pitch2D.height = 100;
  resource.res.pitch2D.pitchInBytes = 400;
  const cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);  // finds: unchecked_error
  copy<<<1, 100>>>(texture, out);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
