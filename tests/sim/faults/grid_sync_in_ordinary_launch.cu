// expect: a barrier over the grid in an ordinary launch: it needs cudaLaunchCooperativeKernel()
// expect: error cudaErrorLaunchFailure
#include <cooperative_groups.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data) {
  const cg::grid_group grid = cg::this_grid();
  data[grid.thread_rank()] = 1;
  grid.sync();  // finds: kernel_fault
  data[grid.thread_rank()] += data[0];
}
int main() {
  return run(kernel, 4, 32);
}
