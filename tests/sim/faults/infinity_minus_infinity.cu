// expect: error cudaErrorLaunchFailure
// setting: KIT_SIM_FLOATS=finite
// A half ends at 65504: both sums are infinite, and their difference is no number.
// says: infinity minus infinity
#include <cuda_fp16.h>

#include "fault.hpp"
__global__ void difference(__half* data) {
  const __half sum = __hadd(data[0], data[1]);
  data[2] = __hsub(sum, sum);  // finds: kernel_fault
}
int main() {
  const unsigned short bits[3] = {0x7bff, 0x7bff, 0};  // 65504
  __half* data = nullptr;
  cudaMalloc(&data, sizeof bits);
  cudaMemcpy(data, bits, sizeof bits, cudaMemcpyHostToDevice);
  difference<<<1, 1>>>(data);
  return report(cudaDeviceSynchronize());
}
