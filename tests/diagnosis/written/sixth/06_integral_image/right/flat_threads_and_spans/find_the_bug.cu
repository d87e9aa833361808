/// @file
/// Lab 06, stage bug: every row's grey levels are stretched to the whole range. lab.hpp says what
/// stretch_rows() must do.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 256;  // of a block
constexpr int kWarpSize = 32;

/// One block stretches one row.
__global__ void stretch_row(const std::uint8_t* __restrict__ image,
                            std::uint8_t* __restrict__ output, int width) {
  __shared__ int found[kThreads / kWarpSize];  // one value of each warp
  __shared__ int found_dark[kThreads / kWarpSize];  // own array, so nothing is overwritten
  const int thread = threadIdx.x;
  const std::ptrdiff_t row = std::ptrdiff_t(blockIdx.x) * width;

  // What is darkest and brightest among this thread's pixels, then among its warp's.
  int darkest = 255, brightest = 0;
  for (int x = thread; x < width; x += kThreads) {
    darkest = min(darkest, int(image[row + x]));
    brightest = max(brightest, int(image[row + x]));
  }
  for (int away = kWarpSize / 2; away > 0; away /= 2) {
    darkest = min(darkest, __shfl_down_sync(0xffffffffu, darkest, away));
    brightest = max(brightest, __shfl_down_sync(0xffffffffu, brightest, away));
  }

  // The same among the warps.
  const bool speaks_for_warp = thread % kWarpSize == 0;
  if (speaks_for_warp) {
    found[thread / kWarpSize] = brightest;
    found_dark[thread / kWarpSize] = darkest;
  }
  __syncthreads();
  for (const int level : found) brightest = max(brightest, level);
  for (const int level : found_dark) darkest = min(darkest, level);

  const int range = max(brightest - darkest, 1);  // 1 where all pixels are alike
  for (int x = thread; x < width; x += kThreads) {
    output[row + x] = std::uint8_t((image[row + x] - darkest) * 255 / range);
  }
}

}  // namespace

void stretch_rows(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                  cudaStream_t stream) {
  stretch_row<<<height, kThreads, 0, stream>>>(d_image, d_output, width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
