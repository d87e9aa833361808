// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaFree(data);
  return report(cudaFree(data));
}
