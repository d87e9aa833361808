// expect: deadlock: a barrier over the grid waits for ever: another block has ended
// expect: error cudaErrorLaunchTimeout
#include "cooperative.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data, int n) {
  const cg::grid_group grid = cg::this_grid();
  if (int(blockIdx.x * blockDim.x) >= n) return;
  data[grid.thread_rank()] = 1;
  grid.sync();  // finds: deadlock
  data[grid.thread_rank()] += data[0];
}
int main() {
  int *data = zeros(), n = 100;
  void* arguments[] = {&data, &n};
  return report_after(cudaLaunchCooperativeKernel((void*)kernel, 8, 32, arguments, 0, nullptr),
                      data);
}
