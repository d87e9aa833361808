#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

namespace cg = cooperative_groups;

template <typename Tile>
__device__ unsigned total_of(const Tile& tile, unsigned value) {
  for (unsigned half = tile.size() / 2; half > 0; half /= 2) value += tile.shfl_down(value, half);
  return value;
}

// A block adds up a chunk of kThreads * kEach pixels that follow one another.
template <int kThreads, int kEach>
__global__ void add_chunks(const std::uint8_t* __restrict__ frames, unsigned* sums, int pixels) {
  constexpr int kWarps = kThreads / 32;
  __shared__ unsigned of_warp[kWarps];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const std::uint8_t* frame = frames + std::size_t(blockIdx.y) * pixels;
  const int begin = blockIdx.x * (kThreads * kEach);
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int i = begin + k * kThreads + int(threadIdx.x);
    sum += i < pixels ? frame[i] : 0;
  }
  sum = total_of(warp, sum);
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = sum;
  block.sync();
  // Every group of kWarps lanes of the first warp would do; the first one adds up and hands over.
  const auto few = cg::tiled_partition<kWarps>(block);
  if (few.meta_group_rank() == 0) {
    sum = total_of(few, of_warp[few.thread_rank()]);
    if (few.thread_rank() == 0) atomicAdd(sums + blockIdx.y, sum);
  }
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  constexpr int kThreads = 512, kEach = 8;
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, sizeof(std::uint32_t) * frames, stream));
  const dim3 grid((pixels - 1) / (kThreads * kEach) + 1, frames);
  add_chunks<kThreads, kEach><<<grid, kThreads, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
