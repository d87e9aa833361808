// Each block adds its part to what the block before it has left: the flag is polled by volatile
// reads alone, the blocks number themselves, so that the one waited for has started.
#include "program.hpp"

__global__ void chained_sum(const int* in, int* sums, int* flags, int* next) {
  __shared__ int block;
  __shared__ int sum;
  if (threadIdx.x == 0) {
    block = atomicAdd(next, 1);
    sum = 0;
  }
  __syncthreads();
  atomicAdd(&sum, in[block * int(blockDim.x) + int(threadIdx.x)]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  int before = 0;
  if (block > 0) {
    while (*static_cast<volatile int*>(flags + block - 1) == 0) continue;
    __threadfence();
    before = sums[block - 1];
  }
  sums[block] = before + sum;
  __threadfence();
  *static_cast<volatile int*>(flags + block) = 1;
}

int main() {
  constexpr int kBlocks = 300, kThreads = 64;
  int in[kBlocks * kThreads], sums[kBlocks];
  for (int i = 0; i < kBlocks * kThreads; ++i) in[i] = i % 7;
  kit::DeviceBuffer<int> d_in(in, kBlocks * kThreads), d_sums(kBlocks), d_flags(kBlocks), d_next(1);
  KIT_CHECK(cudaMemset(d_flags.data(), 0, kBlocks * sizeof(int)));
  KIT_CHECK(cudaMemset(d_next.data(), 0, sizeof(int)));
  chained_sum<<<kBlocks, kThreads>>>(d_in.data(), d_sums.data(), d_flags.data(), d_next.data());
  KIT_CHECK(cudaGetLastError());
  d_sums.download(sums);
  int expected = 0;
  for (int block = 0; block < kBlocks; ++block) {
    for (int i = 0; i < kThreads; ++i) expected += in[block * kThreads + i];
    EXPECT(sums[block] == expected);
  }
  return finish();
}
