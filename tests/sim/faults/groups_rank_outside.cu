// expect: error cudaSuccess
#include <cooperative_groups.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto odd = cg::binary_partition(warp, threadIdx.x % 2 == 1);
  data[threadIdx.x] = odd.shfl(int(threadIdx.x), 16);  // finds: shuffle_inactive_lane
}
int main() {
  return run(kernel, 1, 32);
}
