// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  data[threadIdx.x] = int(threadIdx.x);             // pair: global_race
  data[64 + threadIdx.x] = data[63 - threadIdx.x];  // pair: global_race
}
int main() {
  return run(kernel, 1, 64);
}
