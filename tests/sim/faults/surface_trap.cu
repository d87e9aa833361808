// expect: error cudaErrorIllegalAddress
// expect: of a surface whose rows have 100 bytes (25 elements), and which has 8 rows
#include "fault.hpp"
__global__ void fill(cudaSurfaceObject_t out) {
  const int x = int(threadIdx.x * sizeof(float));
  surf2Dwrite(1.0f, out, x, int(threadIdx.y));  // finds: out_of_bounds
}
int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 25, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  fill<<<1, dim3(32, 8)>>>(surface);
  const cudaError_t error = cudaDeviceSynchronize();
  return report(error);
}
