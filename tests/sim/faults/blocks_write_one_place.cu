// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  data[threadIdx.x] = int(blockIdx.x) + 1;  // finds: global_race
}
int main() {
  return run(kernel, 8, 64);
}
