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

/// The sum of `value` over the warp, in lane 0; the other lanes get parts of it. All lanes of the
/// warp must call it.
__device__ std::uint32_t sum_of_warp(std::uint32_t value) {
  for (int step = kLanes / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(kWholeWarp, value, step);
  }
  return value;
}

/// The blocks of one frame, the grid's y, add up its pixels together. frames: pixels values each.
__global__ void sum_pixels(const std::uint8_t* __restrict__ frames, std::uint32_t* sums,
                           int pixels) {
  __shared__ std::uint32_t totals[kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const std::uint8_t* const frame = frames + std::ptrdiff_t(blockIdx.y) * pixels;
  const int all_threads = gridDim.x * kThreads;
  std::uint32_t sum = 0;
  // Neighbouring threads read neighbouring pixels each time.
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < pixels; i += all_threads) sum += frame[i];
  sum = sum_of_warp(sum);
  if (lane == 0) totals[warp] = sum;
  __syncthreads();       // the totals are there
  if (warp > 0) return;  // whole warps leave, and no barrier follows
  sum = sum_of_warp(lane < kWarps ? totals[lane] : 0);
  if (lane == 0) atomicAdd(&sums[blockIdx.y], sum);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, frames * sizeof *d_sums, stream));
  const int pixels_of_block = kThreads * kPixelsPerThread;
  const dim3 grid((pixels + pixels_of_block - 1) / pixels_of_block, frames);
  sum_pixels<<<grid, kThreads, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
