// expect: the extent, whose width is in bytes, does not fit the rows
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  float host[2][10][16] = {};
  cudaPitchedPtr volume;
  if (cudaMalloc3D(&volume, make_cudaExtent(16 * sizeof(float), 10, 2)) != cudaSuccess) return 1;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 16, 16, 10);
  copy.dstPtr = volume;
  copy.extent = make_cudaExtent(16 * sizeof(float), 10, 2);
  copy.kind = cudaMemcpyHostToDevice;
  const cudaError_t error = cudaMemcpy3D(&copy);  // finds: wrong_copy
  cudaFree(volume.ptr);
  return report(error);
}
