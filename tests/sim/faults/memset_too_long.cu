// expect: cudaMemset: 800 bytes do not fit the target, which has 400 left
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  double* data = nullptr;
  cudaMalloc(&data, 400);
  const cudaError_t error = cudaMemset(data, 0, 100 * sizeof(double));  // finds: wrong_copy
  cudaFree(data);
  return report(error);
}
