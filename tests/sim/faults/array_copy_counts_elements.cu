// expect: error cudaErrorInvalidValue
// expect: do not fit the array, which has 128 bytes by 8 rows
#include "fault.hpp"
int main() {
  const float values[32 * 8] = {};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 32, 8);
  const std::size_t bytes = 8 * sizeof(float);
  cudaError_t error = cudaSuccess;
  error = cudaMemcpy2DToArray(array, bytes, 0, values, 128, 128,  // finds: wrong_copy
                              8, cudaMemcpyHostToDevice);
  cudaFreeArray(array);
  if (cudaFreeArray(array) == cudaSuccess) error = cudaSuccess;  // finds: bad_free
  return report(error);
}
