/// @file
/// Lab 09, stage half2: bytes to bytes, two pixels an instruction. Read README.md first.
///
/// A block has 64 x 16 pixels. Grey levels over 256, columns and the blurred tile stand in
/// shared memory, all as halves; a thread always works on two pixels side by side.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTaps = 5, kRadius = kTaps / 2;
constexpr int kThreadsX = 32, kThreadsY = 8;
constexpr int kWide = 2 * kThreadsX, kHigh = 2 * kThreadsY;  // pixels that a block writes
constexpr int kAcross = kWide + 8, kDown = kHigh + 6;        // grey levels: halo of 4 and of 3
constexpr int kBlurredAcross = kWide + 4, kBlurredDown = kHigh + 2;  // halo of 2 and of 1

__device__ int nearest(int position, int length) {
  return min(max(position, 0), length - 1);
}

__device__ unsigned as_bits(__half2 pair) {
  return *reinterpret_cast<const unsigned*>(&pair);
}

/// (1 4 6 4 1) over five pairs; the outer ones and the inner ones are added first.
__device__ __half2 weigh(__half2 a, __half2 b, __half2 c, __half2 d, __half2 e) {
  const __half2 half_way = __hfma2(__float2half2_rn(6.0f), c, __hadd2(a, e));
  return __hfma2(__float2half2_rn(4.0f), __hadd2(b, d), half_way);
}

__global__ void __launch_bounds__(kThreadsX* kThreadsY)
    magnitude_of_tile(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ output,
                      int width, int height) {
  __shared__ __half2 levels[kDown][kAcross / 2];           // over 256
  __shared__ __half columns[kBlurredDown][kAcross];        // blurred along y only
  __shared__ __half blurred[kBlurredDown][kBlurredAcross];
  const int left = blockIdx.x * kWide, top = blockIdx.y * kHigh;
  const int thread = threadIdx.y * kThreadsX + threadIdx.x;
  constexpr int kThreads = kThreadsX * kThreadsY;

  // levels[0][0] has the image's pixels (left - 4, top - 3) and the one on its right.
  for (int n = thread; n < kDown * (kAcross / 2); n += kThreads) {
    const int r = n / (kAcross / 2), p = n % (kAcross / 2);
    const std::uint8_t* const row = grey + nearest(top - 3 + r, height) * width;
    const int x = left - 4 + 2 * p;
    const __half first = __ushort2half_rn(row[nearest(x, width)]);
    const __half second = __ushort2half_rn(row[nearest(x + 1, width)]);
    levels[r][p] = __hmul2(__halves2half2(first, second), __float2half2_rn(1 / 256.0f));
  }
  __syncthreads();

  // columns[0][0] stands for the image's pixel (left - 4, top - 1). A row beyond the image is the
  // nearest one of the blurred image.
  for (int n = thread; n < kBlurredDown * (kAcross / 2); n += kThreads) {
    const int r = n / (kAcross / 2), p = n % (kAcross / 2);
    const int middle = nearest(top - 1 + r, height) - (top - 3);
    const __half2 sum = weigh(levels[middle - 2][p], levels[middle - 1][p], levels[middle][p],
                              levels[middle + 1][p], levels[middle + 2][p]);
    columns[r][2 * p] = __low2half(sum);
    columns[r][2 * p + 1] = __high2half(sum);
  }
  __syncthreads();

  // blurred[0][0] stands for the image's pixel (left - 2, top - 1); for columns beyond the image
  // the same holds.
  for (int n = thread; n < kBlurredDown * (kBlurredAcross / 2); n += kThreads) {
    const int r = n / (kBlurredAcross / 2), p = n % (kBlurredAcross / 2);
    const int x = left - 2 + 2 * p;
    const __half* const first = &columns[r][nearest(x, width) - (left - 4) - kRadius];
    const __half* const second = &columns[r][nearest(x + 1, width) - (left - 4) - kRadius];
    const __half2 sum =
        weigh(__halves2half2(first[0], second[0]), __halves2half2(first[1], second[1]),
              __halves2half2(first[2], second[2]), __halves2half2(first[3], second[3]),
              __halves2half2(first[4], second[4]));
    blurred[r][2 * p] = __low2half(sum);
    blurred[r][2 * p + 1] = __high2half(sum);
  }
  __syncthreads();

  const int x = left + 2 * threadIdx.x, c = 2 * threadIdx.x + 2;
  const __half2 two_times = __float2half2_rn(2.0f);
  for (int r = threadIdx.y + 1; r <= kHigh; r += kThreadsY) {
    const int y = top + r - 1;
    if (x >= width || y >= height) continue;
    __half2 west[3], centre[3], east[3];  // of the rows above, here and below
    for (int j = 0; j < 3; ++j) {
      const __half* const b = &blurred[r - 1 + j][c - 1];
      west[j] = __halves2half2(b[0], b[1]);
      centre[j] = __halves2half2(b[1], b[2]);
      east[j] = __halves2half2(b[2], b[3]);
    }
    const __half2 gx = __hfma2(two_times, __hsub2(east[1], west[1]),
                               __hadd2(__hsub2(east[0], west[0]), __hsub2(east[2], west[2])));
    const __half2 gy = __hfma2(two_times, __hsub2(centre[2], centre[0]),
                               __hadd2(__hsub2(west[2], west[0]), __hsub2(east[2], east[0])));
    const __half2 m = __hadd2(__habs2(gx), __habs2(gy));
    // From 1024 on a half has no bits behind the point: the sum is rounded to a whole number.
    const unsigned bits =
        as_bits(__hfma2(m, __float2half2_rn(1 / 8.0f), __float2half2_rn(1024.0f)));
    const unsigned two = (bits & 0xffu) | (bits >> 8 & 0xff00u);
    std::uint8_t* const place = output + y * width + x;
    if (x + 1 < width && reinterpret_cast<std::uintptr_t>(place) % 2 == 0) {
      *reinterpret_cast<unsigned short*>(place) = (unsigned short)(two);
    } else {
      place[0] = std::uint8_t(two);
      if (x + 1 < width) place[1] = std::uint8_t(two >> 8);
    }
  }
}

}  // namespace

void magnitude_half2(const std::uint8_t* d_grey, std::uint8_t* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 block(kThreadsX, kThreadsY);
  const dim3 grid((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh);
  magnitude_of_tile<<<grid, block, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
