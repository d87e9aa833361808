// Lab 06, atomics: every block counts in shared memory first; its threads take eight pixels each.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kLevels = 256, kThreads = 128, kPixelsEach = 8;

__global__ void count_in_blocks(const std::uint8_t* __restrict__ image,
                                std::uint32_t* __restrict__ counts, unsigned pixels) {
  extern __shared__ unsigned own[];  // kLevels counters
  for (unsigned level = threadIdx.x; level < kLevels; level += kThreads) own[level] = 0;
  __syncthreads();
  unsigned i = blockIdx.x * (kThreads * kPixelsEach) + threadIdx.x;
  for (unsigned n = 0; n != kPixelsEach && i < pixels; ++n, i += kThreads) {
    atomicInc(own + image[i], 0xffffffffu);
  }
  __syncthreads();
  for (unsigned level = threadIdx.x; level < kLevels; level += kThreads) {
    if (const unsigned found = own[level]) atomicAdd(counts + level, found);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  const unsigned pixels = unsigned(width) * unsigned(height);
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof(std::uint32_t), stream));
  const unsigned blocks = (pixels + kThreads * kPixelsEach - 1) / (kThreads * kPixelsEach);
  count_in_blocks<<<blocks, kThreads, kLevels * sizeof(unsigned), stream>>>(d_image, d_counts,
                                                                            pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
