/// @file
/// Lab 09, stage fused: blur and gradient in one kernel, with the blurred image in shared memory.
/// Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTaps = 5, kRadius = kTaps / 2;
constexpr int kTileWidth = 64, kTileHeight = 16;  // pixels that a block computes
constexpr int kThreads = 256;                     // in one row
constexpr int kBlurredWidth = kTileWidth + 2, kBlurredHeight = kTileHeight + 2;
constexpr int kHalo = 1 + kRadius;
constexpr int kGreyWidth = kTileWidth + 2 * kHalo, kGreyHeight = kTileHeight + 2 * kHalo;

__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

/// (1 4 6 4 1) over five whole numbers.
__device__ int weigh(int a, int b, int c, int d, int e) {
  return (a + e) + 4 * (b + d) + 6 * c;
}

/// A block computes one tile in whole numbers of 1/256: down the columns first, then along rows.
/// A blurred pixel is at most 255 * 256, which 16 bits hold.
__global__ void blur_and_differentiate(const std::uint8_t* __restrict__ grey,
                                       float* __restrict__ magnitude, int width, int height) {
  __shared__ std::uint8_t pixels[kGreyHeight][kGreyWidth];
  __shared__ std::uint16_t columns[kBlurredHeight][kGreyWidth];
  __shared__ std::uint16_t blurred[kBlurredHeight][kBlurredWidth];
  const int left = blockIdx.x * kTileWidth, top = blockIdx.y * kTileHeight;

  // pixels[0][0] stands for the image's pixel (left - kHalo, top - kHalo).
  for (int n = threadIdx.x; n < kGreyHeight * kGreyWidth; n += kThreads) {
    const int r = n / kGreyWidth, c = n % kGreyWidth;
    pixels[r][c] = grey[nearest(top - kHalo + r, height) * width + nearest(left - kHalo + c, width)];
  }
  __syncthreads();

  // columns[0][0] stands for (left - kHalo, top - 1). A row beyond the image is its nearest one.
  for (int n = threadIdx.x; n < kBlurredHeight * kGreyWidth; n += kThreads) {
    const int r = n / kGreyWidth, c = n % kGreyWidth;
    const int middle = nearest(top - 1 + r, height) - top + kHalo;
    columns[r][c] = weigh(pixels[middle - 2][c], pixels[middle - 1][c], pixels[middle][c],
                          pixels[middle + 1][c], pixels[middle + 2][c]);
  }
  __syncthreads();

  // blurred[0][0] stands for (left - 1, top - 1). A column beyond the image is its nearest one.
  for (int n = threadIdx.x; n < kBlurredHeight * kBlurredWidth; n += kThreads) {
    const int r = n / kBlurredWidth, c = n % kBlurredWidth;
    const std::uint16_t* const middle = columns[r] + (nearest(left - 1 + c, width) - left + kHalo);
    blurred[r][c] = weigh(middle[-2], middle[-1], middle[0], middle[1], middle[2]);
  }
  __syncthreads();

  for (int n = threadIdx.x; n < kTileHeight * kTileWidth; n += kThreads) {
    const int r = n / kTileWidth, c = n % kTileWidth;  // of the upper left one of nine
    const int x = left + c, y = top + r;
    if (x >= width || y >= height) continue;
    int gx = 0, gy = 0;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      const int weight = k == 1 ? 2 : 1;
      gx += weight * (blurred[r + k][c + 2] - blurred[r + k][c]);
      gy += weight * (blurred[r + 2][c + k] - blurred[r][c + k]);
    }
    magnitude[y * width + x] = (abs(gx) + abs(gy)) / 256.0f;
  }
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 grid((width + kTileWidth - 1) / kTileWidth, (height + kTileHeight - 1) / kTileHeight);
  blur_and_differentiate<<<grid, kThreads, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
