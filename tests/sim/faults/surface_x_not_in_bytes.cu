// expect: error cudaErrorMisalignedAddress
// expect: x counts bytes
#include "fault.hpp"
__global__ void fill(cudaSurfaceObject_t out) {
  surf2Dwrite(1.0f, out, int(threadIdx.x), int(threadIdx.y));  // finds: misaligned
}
int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 32, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  fill<<<1, dim3(32, 8)>>>(surface);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
