// Warps of a block that hand values on without a barrier: the producer writes, fences for the block
// and then raises a volatile flag, in global and in shared memory.
#include <vector>

#include "program.hpp"

constexpr int kThreads = 64, kBlocks = 8;

__global__ void hand_on(int* values, volatile int* flags, int* sums) {
  __shared__ int tile[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  int* const mine = values + 32 * blockIdx.x;
  if (threadIdx.x < 32) {
    mine[threadIdx.x] = int(blockIdx.x + threadIdx.x);
    tile[threadIdx.x] = int(threadIdx.x);
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x == 0) {
      flags[blockIdx.x] = 1;
      ready = 1;
    }
  } else {
    while (flags[blockIdx.x] == 0) __threadfence_block();
    while (ready == 0) __threadfence_block();
    atomicAdd(&sums[blockIdx.x], mine[threadIdx.x - 32] + tile[threadIdx.x - 32]);
  }
}

int main() {
  kit::DeviceBuffer<int> values(32 * kBlocks), flags(kBlocks), sums(kBlocks);
  KIT_CHECK(cudaMemset(flags.data(), 0, flags.bytes()));
  KIT_CHECK(cudaMemset(sums.data(), 0, sums.bytes()));
  hand_on<<<kBlocks, kThreads>>>(values.data(), flags.data(), sums.data());
  KIT_CHECK(cudaGetLastError());
  std::vector<int> result(kBlocks);
  sums.download(result.data());
  for (int b = 0; b < kBlocks; ++b) EXPECT(result[b] == 32 * b + 2 * 31 * 16);
  return finish();
}
