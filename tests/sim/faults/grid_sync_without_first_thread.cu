// expect: deadlock: a barrier over the grid waits for ever: the first thread of this block has
// ended expect: error cudaErrorLaunchTimeout
#include "cooperative.hpp"
__global__ void kernel(int* data) {
  if (threadIdx.x == 0) return;
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cooperative_groups::this_grid().sync();  // finds: deadlock
}
int main() {
  int* data = zeros();
  void* arguments[] = {&data};
  return report_after(cudaLaunchCooperativeKernel((void*)kernel, 3, 64, arguments, 0, nullptr),
                      data);
}
