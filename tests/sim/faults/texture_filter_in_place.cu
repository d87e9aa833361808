// expect: error cudaSuccess
#include "fault.hpp"
__global__ void shift(cudaTextureObject_t in, float* out) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  const float next = tex1Dfetch<float>(in, (i + 33) % 128);  // pair: global_race
  out[i] = next + float(i);                                  // pair: global_race
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
  shift<<<4, 32>>>(texture, memory);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
  return report(error);
}
