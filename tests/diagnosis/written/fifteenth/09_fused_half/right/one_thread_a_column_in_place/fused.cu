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
  __shared__ float blurred[kGreyHeight][kBlurredWidth];  // along x, and then down y in place
  constexpr float kWeights[kTaps] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
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
  // Until then blurred[0][0] stands for the image's pixel (left - 1, top - kHalo).
  for (int n = thread; n < kGreyHeight * kBlurredWidth; n += kThreads) {
    const int row = n / kBlurredWidth, column = n % kBlurredWidth;
    const int centre = nearest(left - 1 + column, width) - (left - kHalo);
    float sum = 0.0f;
    for (int i = 0; i < kTaps; ++i) sum += kWeights[i] * pixels[row][centre + i - kRadius];
    blurred[row][column] = sum;
  }
  __syncthreads();  // the rows are blurred

  // From here on blurred[0][0] stands for the image's pixel (left - 1, top - 1). A column has one
  // thread, which goes down it: nobody else reads or writes the column. Row `row` is written when
  // only rows from `row` on are still to be read; a middle that stays where it was, at the image's
  // edges, has the result of the row before.
  if (thread < kBlurredWidth) {
    float sum = 0.0f;
    int last_middle = -1;
    for (int row = 0; row < kBlurredHeight; ++row) {
      const int middle = nearest(top - 1 + row, height) - (top - kHalo);
      if (middle != last_middle) {
        sum = 0.0f;
        for (int j = 0; j < kTaps; ++j) sum += kWeights[j] * blurred[middle + j - kRadius][thread];
        last_middle = middle;
      }
      blurred[row][thread] = sum;
    }
  }
  __syncthreads();  // the tile is blurred

  const int c = threadIdx.x + 1, x = left + threadIdx.x;
  for (int row = threadIdx.y; row < kTileHeight; row += kBlockRows) {
    const int y = top + row, r = row + 1;
    if (x >= width || y >= height) continue;
    const float gx = blurred[r - 1][c + 1] - blurred[r - 1][c - 1] +
                     2.0f * (blurred[r][c + 1] - blurred[r][c - 1]) +
                     blurred[r + 1][c + 1] - blurred[r + 1][c - 1];
    const float gy = blurred[r + 1][c - 1] - blurred[r - 1][c - 1] +
                     2.0f * (blurred[r + 1][c] - blurred[r - 1][c]) +
                     blurred[r + 1][c + 1] - blurred[r - 1][c + 1];
    magnitude[y * width + x] = fabsf(gx) + fabsf(gy);
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
