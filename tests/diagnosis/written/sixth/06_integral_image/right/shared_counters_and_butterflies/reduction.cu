// Lab 06, stage reduction: a block has a piece of 4096 neighbouring pixels; butterflies in a warp.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32, kWarps = 8, kThreads = kLanes * kWarps;
constexpr int kRounds = 16;
constexpr int kPiece = kThreads * kRounds;

// The sum over the warp, in every lane.
template <int kAway = kLanes / 2>
__device__ std::uint32_t butterfly(std::uint32_t value) {
  value += __shfl_xor_sync(0xffffffffu, value, kAway);
  if constexpr (kAway > 1) {
    return butterfly<kAway / 2>(value);
  } else {
    return value;
  }
}

__global__ void sum_piece(const std::uint8_t* __restrict__ frames, std::uint32_t* sums,
                          int pixels) {
  __shared__ std::uint32_t of_warps[kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int begin = blockIdx.x * kPiece;
  const int end = min(begin + kPiece, pixels);
  const std::uint8_t* const frame = frames + std::size_t(blockIdx.y) * pixels;

  std::uint32_t mine = 0;
  for (int p = begin + warp * kLanes + lane; p < end; p += kThreads) mine += frame[p];

  mine = butterfly(mine);
  if (lane == 0) of_warps[warp] = mine;
  __syncthreads();

  if (warp != 0) return;  // warps leave as a whole
  std::uint32_t all = 0;
  if (lane < kWarps) all = of_warps[lane];
  all = butterfly(all);
  if (lane == 0 && all != 0) atomicAdd(sums + blockIdx.y, all);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, sizeof(std::uint32_t) * frames, stream));
  const dim3 block(kLanes, kWarps), grid((pixels - 1) / kPiece + 1, frames);
  sum_piece<<<grid, block, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
