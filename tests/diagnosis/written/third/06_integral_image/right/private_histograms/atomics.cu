// Lab 06, histogram: each block counts in shared memory, in two copies, and adds what it has.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kLevels = 256, kCopies = 2, kThreads = 256, kPixelsEach = 16;

__global__ void clear(std::uint32_t* counts) {
  counts[threadIdx.x] = 0;
}

__global__ void count(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ counts,
                      unsigned pixels) {
  __shared__ std::uint32_t own[kCopies][kLevels];
  for (unsigned copy = 0; copy < kCopies; ++copy) own[copy][threadIdx.x] = 0;
  __syncthreads();

  std::uint32_t* const mine = own[threadIdx.x / 32 % kCopies];
  const unsigned first = blockIdx.x * kThreads * kPixelsEach + threadIdx.x;
  for (unsigned k = 0; k < kPixelsEach; ++k) {
    const unsigned i = first + k * kThreads;
    if (i < pixels) atomicAdd(mine + image[i], 1u);
  }
  __syncthreads();

  const std::uint32_t found = own[0][threadIdx.x] + own[1][threadIdx.x];
  if (found) atomicAdd(counts + threadIdx.x, found);
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  clear<<<1, kLevels, 0, stream>>>(d_counts);
  KIT_CHECK(cudaGetLastError());
  const unsigned pixels = unsigned(width) * unsigned(height);
  count<<<(pixels - 1) / (kThreads * kPixelsEach) + 1, kThreads, 0, stream>>>(d_image, d_counts,
                                                                              pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
