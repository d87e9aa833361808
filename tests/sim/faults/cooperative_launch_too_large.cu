// expect: a cooperative launch of 100000 blocks, of which 160 of this size fit the device at once
// expect: error cudaErrorCooperativeLaunchTooLarge
#include "cooperative.hpp"
__global__ void kernel(int* data) {
  cooperative_groups::this_grid().sync();
  data[threadIdx.x] = 1;
}
int main() {
  int* data = zeros();
  void* arguments[] = {&data};
  const cudaError_t error =
      cudaLaunchCooperativeKernel((void*)kernel, 100000, 256, arguments);  // finds: launch_refused
  return report_after(error, data);
}
