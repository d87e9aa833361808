// One-pass scan with decoupled look-back (Merrill and Garland 2016). A block takes a ticket for its
// tile, so that it only ever waits for tiles whose blocks have started, in whatever order blocks
// start.
#include <vector>

#include "program.hpp"

constexpr int kThreads = 128;
enum Status : unsigned { kNothing = 0, kAggregate = 1, kPrefix = 2 };

__device__ unsigned ticket;

__global__ void scan(const unsigned* input, unsigned* output, int count,
                     volatile unsigned long long* tiles) {
  __shared__ unsigned sums[kThreads];
  __shared__ unsigned tile, before;
  if (threadIdx.x == 0) tile = atomicAdd(&ticket, 1u);
  __syncthreads();
  const int i = tile * kThreads + threadIdx.x;
  sums[threadIdx.x] = i < count ? input[i] : 0;
  for (int stride = 1; stride < kThreads; stride *= 2) {
    __syncthreads();
    const unsigned left = int(threadIdx.x) >= stride ? sums[threadIdx.x - stride] : 0;
    __syncthreads();
    sums[threadIdx.x] += left;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    // Status and value share one 64-bit word, so that they arrive together.
    const unsigned long long total = sums[kThreads - 1];
    unsigned sum = 0;
    if (tile > 0) {
      tiles[tile] = (total << 32) | kAggregate;
      __threadfence();
      for (int other = int(tile) - 1;; --other) {
        unsigned long long word;
        do word = tiles[other];
        while ((word & 3) == kNothing);
        sum += unsigned(word >> 32);
        if ((word & 3) == kPrefix) break;
      }
    }
    tiles[tile] = (static_cast<unsigned long long>(sum + unsigned(total)) << 32) | kPrefix;
    __threadfence();
    before = sum;
  }
  __syncthreads();
  if (i < count) output[i] = before + sums[threadIdx.x];
}

int main() {
  const int count = 50000, tiles = (count + kThreads - 1) / kThreads;
  std::vector<unsigned> input(count), output(count);
  for (int i = 0; i < count; ++i) input[i] = unsigned(i % 11);
  kit::DeviceBuffer<unsigned> d_input(input.data(), count), d_output(count);
  kit::DeviceBuffer<unsigned long long> d_tiles(tiles);
  KIT_CHECK(cudaMemset(d_tiles.data(), 0, d_tiles.bytes()));
  scan<<<tiles, kThreads>>>(d_input.data(), d_output.data(), count, d_tiles.data());
  KIT_CHECK(cudaGetLastError());
  d_output.download(output.data());
  unsigned sum = 0;
  for (int i = 0; i < count; ++i) EXPECT(output[i] == (sum += input[i]));
  return finish();
}
