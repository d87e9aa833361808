// expect: error cudaSuccess
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
__global__ void doubled(int* data) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, data, sizeof tile);
  block.sync();
  data[64 + threadIdx.x] = 2 * tile[threadIdx.x];  // finds: uninitialised_read
}
int main() {
  return run(doubled, 1, 64);
}
