// Wrong on purpose: no barrier between setting a block's counters to 0 and counting in them.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBins = 256;
constexpr int kBlockSize = 256;  // as many threads as bins
constexpr int kPerThread = 16;

// Every block counts in its own shared histogram and adds it to the big one at the end.
__global__ void block_histogram(const std::uint8_t* __restrict__ img, std::uint32_t* out,
                                std::int64_t n) {
  __shared__ unsigned bins[kBins];
  const int t = threadIdx.x;
  bins[t] = 0;
  const std::int64_t base = std::int64_t(blockIdx.x) * (kBlockSize * kPerThread);
  for (int k = 0; k < kPerThread; ++k) {
    const std::int64_t i = base + k * kBlockSize + t;
    if (i < n) atomicAdd(&bins[img[i]], 1u);
  }
  __syncthreads();  // everyone is done counting
  if (bins[t] != 0) atomicAdd(&out[t], bins[t]);
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  const std::int64_t n = std::int64_t(width) * height;
  const int per_block = kBlockSize * kPerThread;
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kBins * sizeof(std::uint32_t), stream));
  const int blocks = int((n + per_block - 1) / per_block);
  block_histogram<<<blocks, kBlockSize, 0, stream>>>(d_image, d_counts, n);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
