// Lab 06, histogram: each block counts in its own shared memory, then adds what it found.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = 256;
constexpr int kPerThread = 16;

__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  __shared__ std::uint32_t own[kLevels];
  own[threadIdx.x] = 0;
  __syncthreads();  // nobody counts in what is not 0 yet

  // Unsigned: the image may have 2^31 - 1 pixels, and the last block looks beyond its end.
  const unsigned start = blockIdx.x * (kThreads * kPerThread) + threadIdx.x;
  for (unsigned k = 0; k < kPerThread; ++k) {
    const unsigned i = start + k * kThreads;
    if (i >= unsigned(pixels)) break;
    atomicAdd(own + image[i], 1u);
  }
  __syncthreads();  // nobody takes a counter that others still use

  if (const std::uint32_t found = own[threadIdx.x]; found > 0) {
    atomicAdd(counts + threadIdx.x, found);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof(std::uint32_t), stream));
  const int pixels = width * height;
  const int of_block = kThreads * kPerThread;
  count_levels<<<(pixels - 1) / of_block + 1, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
