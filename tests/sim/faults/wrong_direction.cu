// expect: cudaMemcpy: the target is not device memory
// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int host[4] = {};
  int* data = nullptr;
  cudaMalloc(&data, sizeof(host));
  return report(cudaMemcpy(host, data, sizeof(host), cudaMemcpyHostToDevice));
}
