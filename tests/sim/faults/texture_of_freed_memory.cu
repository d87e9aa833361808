// expect: error cudaErrorIllegalAddress
#include "fault.hpp"
__global__ void twice(cudaTextureObject_t in, float* out) {
  const float value = tex2D<float>(in, float(threadIdx.x) + 0.5f, 0.5f);  // finds: use_after_free
  out[threadIdx.x] = 2 * value;
}
int main() {
  const float values[64] = {};
  float* out = nullptr;
  cudaMalloc(&out, 256);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 64, 1);  // names: the buffer was allocated
  cudaMemcpy2DToArray(array, 0, 0, values, 256, 256, 1, cudaMemcpyHostToDevice);
  resource.res.array.array = array;
  const cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  cudaFreeArray(array);  // names: freed
  twice<<<1, 64>>>(texture, out);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
