// Lab 06, stage atomics: each block counts in shared memory first, several pixels per thread.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = kLevels;  // one for each counter of the block
constexpr int kPixelsPerThread = 16;

__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  __shared__ std::uint32_t of_block[kLevels];
  of_block[threadIdx.x] = 0;
  __syncthreads();

  const std::int64_t start = std::int64_t(blockIdx.x) * kThreads * kPixelsPerThread + threadIdx.x;
  for (int k = 0; k < kPixelsPerThread; ++k) {
    const std::int64_t i = start + k * kThreads;
    if (i < pixels) atomicAdd(&of_block[image[i]], 1u);
  }
  __syncthreads();

  const std::uint32_t mine = of_block[threadIdx.x];
  if (mine != 0) atomicAdd(&counts[threadIdx.x], mine);
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof(std::uint32_t), stream));
  const int pixels = width * height;
  const int blocks = (pixels - 1) / (kThreads * kPixelsPerThread) + 1;
  count_levels<<<blocks, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
