// Lab 06, stage atomics: a histogram for each block in shared memory first.
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = 128;
constexpr int kPixelsPerThread = 16;

__global__ void block_histograms(const std::uint8_t* __restrict__ image,
                                 std::uint32_t* __restrict__ counts, std::int64_t pixels) {
  __shared__ std::uint32_t local[kLevels];
  for (int level = threadIdx.x; level < kLevels; level += kThreads) local[level] = 0;
  __syncthreads();

  const std::int64_t stride = std::int64_t(gridDim.x) * kThreads;
  for (std::int64_t i = std::int64_t(blockIdx.x) * kThreads + threadIdx.x; i < pixels;
       i += stride) {
    atomicAdd(local + image[i], 1u);
  }
  __syncthreads();

  for (int level = threadIdx.x; level < kLevels; level += kThreads) {
    const std::uint32_t found = local[level];
    if (found > 0) atomicAdd(counts + level, found);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, sizeof(std::uint32_t[kLevels]), stream));
  const std::int64_t pixels = std::int64_t(width) * height;
  const std::int64_t of_block = kThreads * kPixelsPerThread;
  const unsigned blocks = static_cast<unsigned>((pixels + of_block - 1) / of_block);
  block_histograms<<<blocks, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
