/// @file
/// Lab 06, stage atomics: a histogram for each block in shared memory, added up at the end.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = 256;
constexpr int kEach = 8;  // pixels of a thread
static_assert(kThreads == kLevels, "a thread looks after one counter");

__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  __shared__ std::uint32_t own[kLevels];
  own[threadIdx.x] = 0;
  __syncthreads();

  const std::int64_t first = std::int64_t(blockIdx.x) * (kThreads * kEach) + threadIdx.x;
  for (int k = 0; k < kEach; ++k) {
    const std::int64_t i = first + k * kThreads;
    if (i < pixels) atomicAdd(own + image[i], 1u);
  }
  __syncthreads();

  const std::uint32_t found = own[threadIdx.x];
  if (found > 0) atomicAdd(counts + threadIdx.x, found);
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  const int pixels = width * height;
  constexpr int kOfBlock = kThreads * kEach;
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, sizeof(std::uint32_t[kLevels]), stream));
  count_levels<<<(pixels - 1) / kOfBlock + 1, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
