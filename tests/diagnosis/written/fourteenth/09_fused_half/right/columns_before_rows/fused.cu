/// @file
/// Lab 09, stage fused: blur and gradient in one kernel, with the blurred image in shared memory.
/// Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTaps = 5, kRadius = kTaps / 2;
constexpr int kTileWidth = 32, kTileHeight = 32;  // pixels that a block computes
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
  __shared__ float columns[kBlurredHeight][kGreyWidth];  // blurred along y only
  __shared__ float blurred[kBlurredHeight][kBlurredWidth];
  constexpr float kWeights[kTaps] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
  const int left = blockIdx.x * kTileWidth, top = blockIdx.y * kTileHeight;
  const int thread = threadIdx.y * kTileWidth + threadIdx.x;
  constexpr int kThreads = kTileWidth * kBlockRows;

  // pixels[0][0] stands for the image's pixel (left - kHalo, top - kHalo).
  for (int n = thread; n < kGreyHeight * kGreyWidth; n += kThreads) {
    const int x = nearest(left - kHalo + n % kGreyWidth, width);
    const int y = nearest(top - kHalo + n / kGreyWidth, height);
    pixels[n / kGreyWidth][n % kGreyWidth] = grey[y * width + x];
  }
  __syncthreads();

  // Beyond the edge of the blurred image stands its nearest pixel, which is another value than a
  // blur around a place out there would give. So the place is moved into the image first.
  for (int n = thread; n < kBlurredHeight * kGreyWidth; n += kThreads) {
    const int row = n / kGreyWidth, column = n % kGreyWidth;
    const int first = nearest(top - 1 + row, height) - kRadius - (top - kHalo);
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < kTaps; ++j) sum += kWeights[j] * pixels[first + j][column];
    columns[row][column] = sum;
  }
  __syncthreads();

  for (int n = thread; n < kBlurredHeight * kBlurredWidth; n += kThreads) {
    const int row = n / kBlurredWidth, column = n % kBlurredWidth;
    const int first = nearest(left - 1 + column, width) - kRadius - (left - kHalo);
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < kTaps; ++i) sum += kWeights[i] * columns[row][first + i];
    blurred[row][column] = sum;
  }
  __syncthreads();

  const int x = left + threadIdx.x, c = threadIdx.x + 1;
  for (int r = threadIdx.y + 1; r <= kTileHeight; r += kBlockRows) {
    const int y = top + r - 1;
    if (x >= width || y >= height) continue;
    const float* const above = blurred[r - 1];
    const float* const here = blurred[r];
    const float* const below = blurred[r + 1];
    const float gx = (above[c + 1] - above[c - 1]) + 2.0f * (here[c + 1] - here[c - 1]) +
                     (below[c + 1] - below[c - 1]);
    const float gy = (below[c - 1] - above[c - 1]) + 2.0f * (below[c] - above[c]) +
                     (below[c + 1] - above[c + 1]);
    // |gx| + |gy|, as exact as the sum and the difference are.
    magnitude[y * width + x] = fmaxf(fabsf(gx + gy), fabsf(gx - gy));
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
