// Lab 06, stage atomics: a histogram of its own for each block, in dynamic shared memory, and 16
// pixels for each thread.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = 128;
constexpr int kPixelsPerThread = 16;

__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  extern __shared__ std::uint32_t own[];
  for (int level = threadIdx.x; level < kLevels; level += kThreads) own[level] = 0;
  __syncthreads();

  const std::int64_t first = std::int64_t(blockIdx.x) * (kThreads * kPixelsPerThread) + threadIdx.x;
  for (int k = 0; k < kPixelsPerThread; ++k) {
    if (const std::int64_t i = first + k * kThreads; i < pixels) atomicAdd(own + image[i], 1u);
  }
  __syncthreads();

  for (int level = threadIdx.x; level < kLevels; level += kThreads) {
    if (const std::uint32_t found = own[level]; found != 0) atomicAdd(counts + level, found);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof(std::uint32_t), stream));
  const int pixels = width * height;
  const int blocks = (pixels - 1) / (kThreads * kPixelsPerThread) + 1;
  count_levels<<<blocks, kThreads, kLevels * sizeof(std::uint32_t), stream>>>(d_image, d_counts,
                                                                              pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
