// Lab 06, reduction: four pixels at one load where the address allows it; a block has one dimension
// for lanes and one for warps.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kWarps = 16, kQuadsEach = 8;
constexpr int kThreads = 32 * kWarps;

__device__ std::uint32_t over_lanes(std::uint32_t value) {
  for (int bit = 16; bit != 0; bit >>= 1) value += __shfl_xor_sync(kAll, value, bit);
  return value;
}

__global__ void add_frames(const std::uint8_t* __restrict__ frames, std::uint32_t* sums,
                           int pixels) {
  const int frame = blockIdx.y;
  const std::uint8_t* const begin = frames + std::size_t(frame) * pixels;
  const int thread = threadIdx.y * 32 + threadIdx.x;

  // Up to three pixels stand before the first address that is a multiple of 4, up to three behind
  // the last whole four.
  const int to_boundary = int((4 - (reinterpret_cast<std::uintptr_t>(begin) & 3)) & 3);
  const int head = min(to_boundary, pixels);
  const int quads = (pixels - head) / 4;
  const int tail = pixels - head - 4 * quads;

  std::uint32_t sum = 0;
  const auto* const four = reinterpret_cast<const uchar4*>(begin + head);
  const int first = blockIdx.x * kThreads * kQuadsEach + thread;
  for (int k = 0; k < kQuadsEach; ++k) {
    const int q = first + k * kThreads;
    if (q < quads) {
      const uchar4 v = four[q];
      sum += (v.x + v.y) + (v.z + v.w);
    }
  }
  if (blockIdx.x == 0) {
    if (thread < head) sum += begin[thread];
    if (thread < tail) sum += begin[pixels - 1 - thread];
  }

  __shared__ std::uint32_t of_warps[kWarps];
  sum = over_lanes(sum);
  if (threadIdx.x == 0) of_warps[threadIdx.y] = sum;
  __syncthreads();
  if (threadIdx.y != 0) return;
  sum = over_lanes(threadIdx.x < kWarps ? of_warps[threadIdx.x] : 0);
  if (threadIdx.x == 0) atomicAdd(sums + frame, sum);
}

}  // namespace

void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_sums, 0, sizeof(std::uint32_t) * frames, stream));
  constexpr int kPixelsOfBlock = 4 * kQuadsEach * kThreads;
  const dim3 grid((pixels - 1) / kPixelsOfBlock + 1, frames), block(32, kWarps);
  add_frames<<<grid, block, 0, stream>>>(d_frames, d_sums, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
