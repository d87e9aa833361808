// expect: simulator: free() or delete of device memory; use cudaFree
#include <cstdlib>

#include "fault.hpp"
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 128);
  std::free(data);  // finds: bad_free
  return report(cudaDeviceSynchronize());
}
