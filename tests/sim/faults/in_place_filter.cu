// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = data[i - 1] + data[i] + data[i + 1];  // pair: global_race
  data[i] = sum;                                        // pair: global_race
}
int main() {
  return run(kernel, 8, 64);
}
