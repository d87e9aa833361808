/// @file
/// Lab 09, stage fused: blur and gradient in one kernel, with the blurred image in shared memory.
/// Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTaps = 5, kRadius = kTaps / 2;
constexpr int kTileWidth = 32, kTileHeight = 16;  // pixels that a block computes
constexpr int kBlockRows = 8;                     // of threads, each kTileWidth wide
// Sobel needs one blurred pixel more on each side, and each of these two grey ones more.
constexpr int kBlurredWidth = kTileWidth + 2, kBlurredHeight = kTileHeight + 2;
constexpr int kHalo = 1 + kRadius;
constexpr int kGreyWidth = kTileWidth + 2 * kHalo, kGreyHeight = kTileHeight + 2 * kHalo;

__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

/// A block computes one tile. Its threads take the elements of each intermediate array in turn.
__global__ void blur_and_differentiate(const std::uint8_t* __restrict__ grey,
                                       float* __restrict__ magnitude, int width, int height) {
  __shared__ std::uint8_t pixels[kGreyHeight][kGreyWidth];
  __shared__ int blurred[kBlurredHeight][kBlurredWidth];  // in units of 1/256
  constexpr int kBinomial[kTaps] = {1, 4, 6, 4, 1};
  const int left = blockIdx.x * kTileWidth, top = blockIdx.y * kTileHeight;
  const int thread = threadIdx.y * kTileWidth + threadIdx.x;
  constexpr int kThreads = kTileWidth * kBlockRows;

  // pixels[0][0] stands for the image's pixel (left - kHalo, top - kHalo).
  for (int n = thread; n < kGreyHeight * kGreyWidth; n += kThreads) {
    const int row = n / kGreyWidth, column = n % kGreyWidth;
    const int y = nearest(top - kHalo + row, height), x = nearest(left - kHalo + column, width);
    pixels[row][column] = grey[y * width + x];
  }
  __syncthreads();  // the grey levels are there

  // Beyond the edge of the blurred image stands its nearest pixel, which is another value than a
  // blur around a place out there would give. So the place is moved into the image first.
  // blurred[0][0] stands for the image's pixel (left - 1, top - 1).
  for (int n = thread; n < kBlurredHeight * kBlurredWidth; n += kThreads) {
    const int row = n / kBlurredWidth, column = n % kBlurredWidth;
    const int first_column = nearest(left - 1 + column, width) - kRadius - (left - kHalo);
    const int first_row = nearest(top - 1 + row, height) - kRadius - (top - kHalo);
    int sum = 0;
    for (int tap = 0; tap < kTaps * kTaps; ++tap) {
      const int i = tap % kTaps, j = tap / kTaps;
      sum += kBinomial[i] * kBinomial[j] * pixels[first_row + j][first_column + i];
    }
    blurred[row][column] = sum;
  }
  __syncthreads();  // the tile is blurred

  const int c = threadIdx.x + 1, x = left + threadIdx.x;
  for (int row = threadIdx.y; row < kTileHeight; row += kBlockRows) {
    const int y = top + row, r = row + 1;
    if (x >= width || y >= height) continue;
    int gx = 0, gy = 0;
    for (int k = -1; k <= 1; ++k) {
      const int weight = k == 0 ? 2 : 1;
      gx += weight * (blurred[r + k][c + 1] - blurred[r + k][c - 1]);
      gy += weight * (blurred[r + 1][c + k] - blurred[r - 1][c + k]);
    }
    magnitude[y * width + x] = float(abs(gx) + abs(gy)) / 256.0f;  // below 2^24: exact
  }
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 block(kTileWidth, kBlockRows);
  const dim3 grid((width + kTileWidth - 1) / kTileWidth, (height + kTileHeight - 1) / kTileHeight);
  blur_and_differentiate<<<grid, block, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
