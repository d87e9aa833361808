// expect: cudaMemcpy3D: the extent, whose width is in bytes, does not fit the rows and slices that
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  float slices[5][4][8] = {};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 4));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(slices, sizeof slices[0][0], 8, 4);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(8, 4, 5);
  copy.kind = cudaMemcpyHostToDevice;
  const cudaError_t error = cudaMemcpy3D(&copy);  // finds: wrong_copy
  cudaFreeArray(array);
  return report(error);
}
