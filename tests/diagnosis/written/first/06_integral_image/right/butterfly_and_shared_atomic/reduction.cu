// Lab 06, reduction: the warps sum by butterflies and meet in one shared counter; the last thread
// of the block hands it on.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

template <int kDistance>
__device__ unsigned butterfly(unsigned value) {
  value += __shfl_xor_sync(~0u, value, kDistance);
  if constexpr (kDistance > 1) {
    return butterfly<kDistance / 2>(value);
  } else {
    return value;
  }
}

// A block has kEach * blockDim.x pixels of frame blockIdx.y, one behind the other.
template <int kEach>
__global__ void sum_stretch(const std::uint8_t* __restrict__ film, std::uint32_t* sums,
                            int pixels) {
  __shared__ unsigned whole;
  const int thread = threadIdx.x, threads = blockDim.x;
  if (thread == 0) whole = 0;

  const std::uint8_t* const frame = film + std::size_t(pixels) * blockIdx.y;
  const int begin = blockIdx.x * kEach * threads;
  unsigned sum = 0;
#pragma unroll
  for (int n = 0; n < kEach; ++n) {
    const int i = begin + n * threads + thread;
    sum += i < pixels ? frame[i] : 0;
  }
  sum = butterfly<16>(sum);

  __syncthreads();  // the counter is 0
  if (thread % 32 == 31) atomicAdd(&whole, sum);
  __syncthreads();  // all warps have added
  if (thread == threads - 1) atomicAdd(sums + blockIdx.y, whole);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  constexpr int kThreads = 512, kEach = 12;
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, sizeof(std::uint32_t) * frames, stream));
  const dim3 grid((pixels - 1) / (kThreads * kEach) + 1, frames);
  sum_stretch<kEach><<<grid, kThreads, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
