// expect: error cudaSuccess
#include "fault.hpp"
__global__ void kernel(int* data) {
  const int lane = threadIdx.x;
  if (lane < 16)
    data[lane] = __shfl_sync(0x0000ffffu, lane, lane + 1);  // finds: shuffle_inactive_lane
}
int main() {
  return run(kernel, 1, 32);
}
