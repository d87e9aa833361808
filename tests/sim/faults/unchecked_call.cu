// expect: error cudaSuccess
#include "fault.hpp"
int main() {
  int host[4] = {};
  int* data = nullptr;
  cudaMalloc(&data, sizeof(host));
  cudaMemcpy(data, host, sizeof(host),
             cudaMemcpyDeviceToHost);  // finds: wrong_copy unchecked_error
  cudaFree(data);
  return report(cudaSuccess);
}
