// Lab 06, stage reduction: the warps of a block meet in one shared number, by atomics there; then one
// atomic in global memory for the block of 512 threads.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 512;
constexpr int kEach = 32;  // pixels of a thread

__global__ void sum_pixels(const std::uint8_t* frame, std::uint32_t* sums, int pixels) {
  __shared__ std::uint32_t of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();

  frame += std::size_t(pixels) * blockIdx.y;
  std::uint32_t sum = 0;
  const int begin = blockIdx.x * (kThreads * kEach);
  const int end = min(begin + kThreads * kEach, pixels);
  for (int i = begin + threadIdx.x; i < end; i += kThreads) sum += frame[i];
  for (unsigned far = 16; far != 0; far >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, far);
  if ((threadIdx.x & 31) == 0) atomicAdd(&of_block, sum);
  __syncthreads();

  if (threadIdx.x == kThreads - 1) atomicAdd(sums + blockIdx.y, of_block);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, frames * sizeof(std::uint32_t), stream));
  const dim3 grid((pixels - 1) / (kThreads * kEach) + 1, frames);
  sum_pixels<<<grid, kThreads, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
