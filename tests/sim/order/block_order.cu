// Prints the order in which blocks start.
#include <cstdio>

__global__ void note(unsigned* next, unsigned* order) {
  if (threadIdx.x == 0) order[atomicAdd(next, 1u)] = blockIdx.x;
}

int main() {
  constexpr int kBlocks = 37;
  unsigned *next = nullptr, *order = nullptr, host[kBlocks];
  cudaMalloc(&next, sizeof(unsigned));
  cudaMemset(next, 0, sizeof(unsigned));
  cudaMalloc(&order, sizeof(host));
  note<<<kBlocks, 2>>>(next, order);
  const cudaError_t error = cudaMemcpy(host, order, sizeof(host), cudaMemcpyDeviceToHost);
  unsigned long long seen = 0;
  for (const unsigned block : host) {
    std::printf("%u ", block);
    seen |= 1ull << block;
  }
  return error == cudaSuccess && seen == (1ull << kBlocks) - 1 ? 0 : 1;
}
