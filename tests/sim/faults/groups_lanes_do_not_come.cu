// expect: deadlock in kernel kernel
// expect: error cudaErrorLaunchTimeout
#include <cooperative_groups.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  if (tile.thread_rank() < 8)
    data[threadIdx.x] = tile.shfl(int(threadIdx.x), 0);  // finds: deadlock
  block.sync();                                          // names: 16 threads wait here
}
int main() {
  return run(kernel, 1, 32);
}
