// expect: integer division by zero in kernel divide
// expect: error cudaErrorLaunchFailure
#include "fault.hpp"
__global__ void divide(int* data) {
  data[1] = 7 / data[0];  // finds: kernel_fault
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaMemset(data, 0, 400);
  divide<<<1, 1>>>(data);
  return report(cudaDeviceSynchronize());
}
