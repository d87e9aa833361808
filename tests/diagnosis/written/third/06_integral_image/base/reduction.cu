// Lab 06, reduction: sums of whole frames.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kWarps = 8;
constexpr int kThreads = kLanes * kWarps;
constexpr int kPixelsPerThread = 16;

__device__ std::uint32_t sum_of_warp(std::uint32_t value) {
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(kWholeWarp, value, offset);
  }
  return value;
}

__global__ void sum_pixels(const std::uint8_t* __restrict__ frames, std::uint32_t* sums,
                           int pixels) {
  __shared__ std::uint32_t totals[kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const std::uint8_t* const frame = frames + std::ptrdiff_t(blockIdx.y) * pixels;
  const int all_threads = gridDim.x * kThreads;
  std::uint32_t sum = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < pixels; i += all_threads) {
    sum += frame[i];
  }

  sum = sum_of_warp(sum);
  if (lane == 0) totals[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = sum_of_warp(lane < kWarps ? totals[lane] : 0u);
    if (lane == 0) atomicAdd(&sums[blockIdx.y], sum);
  }
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
