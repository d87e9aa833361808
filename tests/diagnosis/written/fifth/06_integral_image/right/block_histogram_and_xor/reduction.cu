/// @file
/// Lab 06, stage reduction: whole pieces of a frame for each block, sums by butterflies.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 512;
constexpr int kEach = 32;  // pixels of a thread

/// The sum over groups of kLanes neighbouring lanes, in each of them. The whole warp must call it.
template <int kLanes>
__device__ std::uint32_t butterfly(std::uint32_t value) {
#pragma unroll
  for (int bit = 1; bit < kLanes; bit *= 2) value += __shfl_xor_sync(0xffffffffu, value, bit);
  return value;
}

__global__ void sum_frame(const std::uint8_t* __restrict__ frames, std::uint32_t* sums, int pixels) {
  __shared__ std::uint32_t of_warps[kThreads / 32];
  const std::uint8_t* const frame = frames + std::size_t(blockIdx.y) * pixels;
  const int begin = blockIdx.x * (kThreads * kEach);
  const int end = min(pixels, begin + kThreads * kEach);
  std::uint32_t sum = 0;
  for (int i = begin + int(threadIdx.x); i < end; i += kThreads) sum += frame[i];
  sum = butterfly<32>(sum);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();

  if (threadIdx.x >= 32) return;
  sum = butterfly<kThreads / 32>(of_warps[threadIdx.x % (kThreads / 32)]);
  if (threadIdx.x == 0) atomicAdd(sums + blockIdx.y, sum);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, sizeof(std::uint32_t) * frames, stream));
  const dim3 grid((pixels - 1) / (kThreads * kEach) + 1, frames);
  sum_frame<<<grid, kThreads, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
