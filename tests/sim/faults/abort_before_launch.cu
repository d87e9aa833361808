// expect: terminate called
// A program that dies before its first launch says what it did wrong until then.
#include <stdexcept>

#include "fault.hpp"
int main() {
  int host[4] = {};
  int* data = nullptr;
  cudaMalloc(&data, sizeof host);
  const cudaMemcpyKind kind = cudaMemcpyDeviceToHost;
  const cudaError_t error = cudaMemcpy(data, host, sizeof host, kind);  // finds: wrong_copy
  if (error != cudaSuccess) throw std::runtime_error("the copy failed");
}
