// Right: blocks of 512 threads with 32 pixels each add by xor shuffles, which stand in a header
// of their own.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "warp_tools.cuh"

namespace lab06 {
namespace {

constexpr int kBlock = 512;
constexpr int kWarpsOfBlock = kBlock / 32;
constexpr int kEach = 32;  // pixels of a thread, at most

__global__ void frame_sums(const std::uint8_t* __restrict__ film, std::uint32_t* result, int n) {
  __shared__ unsigned per_warp[kWarpsOfBlock];
  const int t = threadIdx.x;
  const std::uint8_t* frame = film + std::size_t(blockIdx.y) * n;
  const std::int64_t start = std::int64_t(blockIdx.x) * (kBlock * kEach);

  unsigned mine = 0;
  for (int k = 0; k < kEach; ++k) {
    const std::int64_t i = start + k * kBlock + t;
    if (i < n) mine += frame[i];
  }
  mine = butterfly_sum(mine);
  if (t % 32 == 0) per_warp[t / 32] = mine;
  __syncthreads();
  if (t < 32) {
    unsigned all = t < kWarpsOfBlock ? per_warp[t] : 0;
    all = butterfly_sum(all);
    if (t == 0) atomicAdd(result + blockIdx.y, all);
  }
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, std::size_t(frames) * sizeof(std::uint32_t), stream));
  const dim3 blocks((pixels + kBlock * kEach - 1) / (kBlock * kEach), frames);
  frame_sums<<<blocks, kBlock, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
