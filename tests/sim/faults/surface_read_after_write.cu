// expect: error cudaSuccess
#include "fault.hpp"
__global__ void two_steps(cudaSurfaceObject_t image, float* out) {
  const int x = int(threadIdx.x * sizeof(float));
  surf1Dwrite(3.0f, image, x);  // names: the write
  __syncthreads();
  out[threadIdx.x] = surf1Dread<float>(image, x);  // finds: read_only_write
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 128);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 32, 0, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  two_steps<<<1, 32>>>(surface, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFree(out);
  return report(error);
}
