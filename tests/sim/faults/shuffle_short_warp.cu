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
  return run(kernel, 1, 24);
}
