// expect: the source reaches
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  float host[3][10][16] = {};
  cudaPitchedPtr volume;
  if (cudaMalloc3D(&volume, make_cudaExtent(16 * sizeof(float), 10, 2)) != cudaSuccess) return 1;
  if (cudaMemset3D(volume, 0, make_cudaExtent(16 * sizeof(float), 10, 2)) != cudaSuccess) return 1;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = volume;
  copy.dstPtr = make_cudaPitchedPtr(host, 16 * sizeof(float), 16, 10);
  copy.extent = make_cudaExtent(16 * sizeof(float), 10, 3);
  copy.kind = cudaMemcpyDeviceToHost;
  const cudaError_t error = cudaMemcpy3D(&copy);  // finds: wrong_copy
  cudaFree(volume.ptr);
  return report(error);
}
