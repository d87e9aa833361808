// expect: error cudaSuccess
#include <cooperative_groups.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
// The barrier is one of four threads, and values cross from one four to the next.
__global__ void kernel(int* data) {
  __shared__ int cells[32];
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int t = int(threadIdx.x);
  cells[t] = data[t] + t;  // pair: shared_race
  tile.sync();
  data[t] = cells[31 - t];  // pair: shared_race
}
int main() {
  return run(kernel, 1, 32);
}
