// expect: error cudaSuccess
#include "fault.hpp"
__global__ void two_steps(cudaTextureObject_t in, float* memory, float* out) {
  memory[threadIdx.x] = 2;  // names: the write
  __syncthreads();
  out[threadIdx.x] = tex1Dfetch<float>(in, 63 - int(threadIdx.x));  // finds: read_only_write
}
int main() {
  float *memory = nullptr, *out = nullptr;
  cudaMalloc(&memory, 256);
  cudaMalloc(&out, 256);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 256;
  const cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  two_steps<<<1, 64>>>(texture, memory, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
  cudaFree(out);
  return report(error);
}
