// expect: error cudaSuccess
#include "fault.hpp"
__global__ void blur(cudaTextureObject_t in, float* out) {
  const float x = float(threadIdx.x) + 1;
  out[threadIdx.x] = tex2D<float>(in, x, 2);  // finds: uninitialised_read
}
int main() {
  const float values[64] = {};
  float* out = nullptr;
  cudaMalloc(&out, 256);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 64, 4);  // names: the buffer was allocated
  cudaMemcpy2DToArray(array, 0, 0, values, 256, 256, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings = {};
  settings.filterMode = cudaFilterModeLinear;
  settings.addressMode[0] = settings.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  blur<<<1, 64>>>(texture, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
  return report(error);
}
