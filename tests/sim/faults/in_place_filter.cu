// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = data[i - 1] + data[i] + data[i + 1];  // pair: global_race
  data[i] = sum;                                        // pair: global_race
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<8, 64>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
