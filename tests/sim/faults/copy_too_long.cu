// expect: cudaMemcpy: 64 bytes do not fit the target, which has 16 left; sizes are in bytes
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int host[16] = {};
  int* data = nullptr;
  cudaMalloc(&data, 16);
  const cudaError_t error =
      cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);  // finds: wrong_copy
  cudaFree(data);
  return report(error);
}
