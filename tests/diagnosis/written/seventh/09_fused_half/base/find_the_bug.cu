/// @file
/// Lab 09, find the bug: the mean of each row. Read "Find the bug" in README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32, kWarps = 8;  // of a block

/// A warp adds up one row: its lanes take pixels in turn, and then add up what each of them has.
__global__ void add_rows(const std::uint8_t* __restrict__ grey, float* __restrict__ means,
                         int width, int height) {
  const int lane = threadIdx.x, row = blockIdx.x * kWarps + threadIdx.y;
  if (row >= height) return;  // a whole warp

  const std::uint8_t* const pixels = grey + row * width;
  unsigned own = 0;  // whole numbers: at most 2048 * 255
  for (int x = lane; x < width; x += kLanes) own += pixels[x];
  float sum = float(own);
  for (int step = kLanes / 2; step > 0; step /= 2) sum += __shfl_down_sync(kWholeWarp, sum, step);
  if (lane == 0) means[row] = sum / width;
}

}  // namespace

void row_means(const std::uint8_t* d_grey, float* d_means, int width, int height,
               cudaStream_t stream) {
  const dim3 block(kLanes, kWarps);
  add_rows<<<(height + kWarps - 1) / kWarps, block, 0, stream>>>(d_grey, d_means, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
