// expect: cudaMemcpy: the target is not device memory
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int host[4] = {};
  int* data = nullptr;
  cudaMalloc(&data, sizeof(host));
  const cudaError_t error =
      cudaMemcpy(host, data, sizeof(host), cudaMemcpyHostToDevice);  // finds: wrong_copy
  cudaFree(data);
  return report(error);
}
