// expect: error cudaSuccess
// says: __syncthreads() is missing between them
#include <cooperative_groups.h>

#include "fault.hpp"
namespace cg = cooperative_groups;
__global__ void kernel(int* data) {
  __shared__ int tile_sums[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned first = threadIdx.x / 8 * 8, rank = tile.thread_rank();
  tile_sums[threadIdx.x] = data[threadIdx.x];
  tile.sync();
  const int sum = tile_sums[first] + tile_sums[first + 7 - rank];  // pair: shared_race
  tile_sums[threadIdx.x] = sum + int(rank);                        // pair: shared_race
  tile.sync();
  data[threadIdx.x] = tile_sums[first + 7];
}
int main() {
  return run(kernel, 1, 64);
}
