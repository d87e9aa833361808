/// @file
/// Lab 06, stage atomics: each block counts in shared memory first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = 128;
constexpr int kEach = 16;  // pixels of a thread

__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             std::uint32_t pixels) {
  __shared__ std::uint32_t own[kLevels];
  for (int level = threadIdx.x; level < kLevels; level += kThreads) own[level] = 0;
  __syncthreads();

  // At most 2^31 - 1 pixels, so unsigned numbers have room for what lies beyond the end.
  const std::uint32_t begin = blockIdx.x * std::uint32_t(kThreads * kEach) + threadIdx.x;
  for (int k = 0; k < kEach; ++k) {
    const std::uint32_t i = begin + std::uint32_t(k) * kThreads;
    if (i < pixels) atomicAdd(own + image[i], 1u);
  }
  __syncthreads();

  for (int level = threadIdx.x; level < kLevels; level += kThreads) {
    const std::uint32_t found = own[level];
    if (found > 0) atomicAdd(counts + level, found);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof(std::uint32_t), stream));
  const int pixels = width * height;
  const int blocks = (pixels - 1) / (kThreads * kEach) + 1;
  count_levels<<<blocks, kThreads, 0, stream>>>(d_image, d_counts, std::uint32_t(pixels));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
