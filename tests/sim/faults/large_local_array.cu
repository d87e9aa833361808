// expect: error cuda
#include "fault.hpp"
__global__ void kernel(int* data) {  // finds: stack_overflow
  int many[80000];
  many[data[0]] = data[1];
  data[2] = many[data[1]];
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 64);
  cudaMemset(data, 0, 64);
  kernel<<<1, 1>>>(data);
  return report(cudaDeviceSynchronize());
}
