/// @file
/// Lab 07, find the bug: peaks that fade down the columns. Read "Find the bug" in README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

/// A thread goes down one column after another; neighbouring threads have neighbouring columns.
__global__ void fade_down(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, float fade) {
  const int threads = gridDim.x * blockDim.x;
  float peak = 0.0f;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += threads) {
    for (int y = 0; y < height; ++y) {
      // The first pixel of a column forgets the column before.
      peak = y == 0 ? input[x] : fmaxf(input[y * width + x], fade * peak);
      output[y * width + x] = peak;
    }
  }
}

}  // namespace

void fade_peaks(const float* d_input, float* d_output, int width, int height, float fade,
                int lines_per_block, cudaStream_t stream) {
  fade_down<<<kPeakBlocks, lines_per_block, 0, stream>>>(d_input, d_output, width, height, fade);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
