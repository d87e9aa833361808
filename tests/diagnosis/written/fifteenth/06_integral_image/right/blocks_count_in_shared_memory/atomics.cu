/// @file
/// Lab 06, stage atomics: how many pixels have each grey level. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;       // grey levels, counters, and threads of a block
constexpr int kThreads = kLevels;  // so each has one level to look after
constexpr int kPerThread = 16;     // pixels

/// A block counts kThreads * kPerThread neighbouring pixels in a histogram of its own, then hands
/// it on: thread t has level t.
__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  __shared__ std::uint32_t own[kLevels];
  own[threadIdx.x] = 0;
  __syncthreads();
  const int begin = blockIdx.x * (kThreads * kPerThread);
  for (int n = 0; n < kPerThread; ++n) {
    const int i = begin + n * kThreads + threadIdx.x;
    if (i < pixels) atomicAdd(&own[image[i]], 1u);
  }
  __syncthreads();
  if (own[threadIdx.x] > 0) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  // What is counted on must be 0 first; the stream keeps this order.
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof *d_counts, stream));
  const int pixels = width * height;
  const int blocks = (pixels - 1) / (kThreads * kPerThread) + 1;
  count_levels<<<blocks, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
