// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  int value = data[threadIdx.x];
  for (int delta = 16; delta > 0; delta /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, delta);  // finds: shuffle_inactive_lane
  }
  if (threadIdx.x % 32 == 0) data[0] = value;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  kernel<<<1, 24>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(data);
  return report(error);
}
