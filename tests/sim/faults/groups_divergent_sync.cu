// expect: error cudaSuccess
#include <cooperative_groups.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data) {
  __shared__ int sum;
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) sum = 0;
  block.sync();
  if (block.thread_rank() % 2 == 0) {
    atomicAdd(&sum, 1);
    block.sync();  // pair: divergent_barrier
  } else {
    atomicAdd(&sum, 2);
    cg::sync(block);  // pair: divergent_barrier
  }
  data[threadIdx.x] = sum;
}
int main() {
  return run(kernel, 1, 64);
}
