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
  // TODO(lab06): as in shuffles.cu (about 3 lines)
  // END TODO
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
  // TODO(lab06): add up every pixel whose turn it is (about 1 line)
  // END TODO
  // TODO(lab06): sum of the warp, then of the block, then of the frame (about 6 lines)
  // END TODO
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
