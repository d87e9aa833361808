// Lab 06, reduction: warps by a butterfly, the block by an atomic in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 512;
constexpr int kPerThread = 32;
constexpr int kOfBlock = kThreads * kPerThread;

__global__ void sum_pixels(const std::uint8_t* __restrict__ frames, std::uint32_t* sums,
                           int pixels) {
  __shared__ std::uint32_t total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();

  // This block's stretch of the frame; a warp takes 32 neighbours at a time.
  const std::uint8_t* const frame = frames + std::size_t(blockIdx.y) * pixels;
  const int begin = blockIdx.x * kOfBlock;
  const int count = min(kOfBlock, pixels - begin);
  std::uint32_t sum = 0;
  for (int i = threadIdx.x; i < count; i += kThreads) sum += frame[begin + i];
  for (int bit = 16; bit != 0; bit >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, sum);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sums + blockIdx.y, total);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, sizeof(std::uint32_t) * frames, stream));
  const dim3 grid((pixels + kOfBlock - 1) / kOfBlock, frames);
  sum_pixels<<<grid, kThreads, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
