// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int* data = nullptr;
  cudaMallocHost(&data, 400);
  const cudaError_t error = cudaFree(data);  // finds: bad_free
  cudaFreeHost(data);
  return report(error);
}
