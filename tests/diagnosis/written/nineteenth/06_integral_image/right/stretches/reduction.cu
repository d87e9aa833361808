/// @file
/// Lab 06, stage reduction: the sum of all pixels of each frame. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;  // a bit for each lane
constexpr int kLanes = 32;                    // threads of a warp
constexpr int kWarps = 8;                     // of a block
constexpr int kThreads = kLanes * kWarps;     // of a block
constexpr int kPixelsPerThread = 16;

constexpr int kPixelsOfWarp = kLanes * kPixelsPerThread;  // one behind the other

/// Each warp adds up a stretch of kPixelsOfWarp pixels of a frame, the grid's y; thread 0 adds up
/// the block's warps. frames: pixels values each.
__global__ void sum_stretches(const std::uint8_t* __restrict__ frames, std::uint32_t* sums,
                              const int pixels) {
  __shared__ std::uint32_t totals[kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const std::uint8_t* const frame = frames + std::ptrdiff_t(blockIdx.y) * pixels;
  const int first = (int(blockIdx.x) * kWarps + warp) * kPixelsOfWarp + lane;

  std::uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < kPixelsPerThread; ++k) {
    const int i = first + k * kLanes;
    sum += i < pixels ? frame[i] : 0;
  }
  // Lanes exchange their sums: afterwards each of them has the warp's.
  for (int partner = 1; partner < kLanes; partner *= 2) {
    sum += __shfl_xor_sync(kWholeWarp, sum, partner);
  }
  if (lane == 0) totals[warp] = sum;
  __syncthreads();
  if (warp == 0 && lane == 0) {
    for (int other = 1; other < kWarps; ++other) sum += totals[other];
    atomicAdd(sums + blockIdx.y, sum);
  }
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, frames * sizeof *d_sums, stream));
  const int pixels_of_block = kThreads * kPixelsPerThread;
  const dim3 grid((pixels + pixels_of_block - 1) / pixels_of_block, frames);
  sum_stretches<<<grid, dim3(kLanes, kWarps), 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
