// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);         // names: allocated
  cudaFree(data);                 // names: freed first
  return report(cudaFree(data));  // finds: bad_free
}
