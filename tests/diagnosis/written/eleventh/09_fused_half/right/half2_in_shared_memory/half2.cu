// magnitude_half2 with a tile in shared memory: 64x16 pixels, a thread has two pairs.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kW = 64, kH = 16;         // pixels of a tile
constexpr int kBx = 32, kBy = 8;        // threads
constexpr int kLeft = 4;                // halo columns on either side, even so that pairs stay pairs
constexpr int kPairs = (kW + 2 * kLeft) / 2;
constexpr int kGreyRows = kH + 6, kBlurRows = kH + 2;

__device__ __forceinline__ int clamp_to(int v, int n) { return min(max(v, 0), n - 1); }

__device__ __forceinline__ __half2 binomial(__half2 a, __half2 b, __half2 c, __half2 d, __half2 e) {
  const __half2 small = __hfma2(__float2half2_rn(6.0f), c, __hadd2(a, e));
  return __hfma2(__float2half2_rn(4.0f), __hadd2(b, d), small);
}

__device__ __forceinline__ __half2 shifted(__half2 left, __half2 right) {
  return __halves2half2(__high2half(left), __low2half(right));
}

template <bool kPairStores>
__global__ void __launch_bounds__(kBx* kBy)
    tile_of_pairs(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ out, int width,
                  int height) {
  __shared__ __half2 level[kGreyRows][kPairs];  // over 256
  __shared__ __half2 down[kBlurRows][kPairs];   // blurred along y
  __shared__ __half2 smooth[kBlurRows][kPairs];
  const int x0 = blockIdx.x * kW, y0 = blockIdx.y * kH;
  const int id = threadIdx.y * kBx + threadIdx.x;

  // level[0][0] is the pair of pixels x0 - 4 and x0 - 3 of row y0 - 3.
  for (int i = id; i < kGreyRows * kPairs; i += kBx * kBy) {
    const int p = i % kPairs, j = i / kPairs;
    const std::uint8_t* row = grey + clamp_to(y0 - 3 + j, height) * width;
    const int x = x0 - kLeft + 2 * p;
    const float a = row[clamp_to(x, width)], b = row[clamp_to(x + 1, width)];
    level[j][p] = __floats2half2_rn(a / 256.0f, b / 256.0f);
  }
  __syncthreads();

  // down[j] is row y0 - 1 + j. Rows beyond the image are never used below.
  for (int i = id; i < kBlurRows * kPairs; i += kBx * kBy) {
    const int p = i % kPairs, j = i / kPairs;
    down[j][p] = binomial(level[j][p], level[j + 1][p], level[j + 2][p], level[j + 3][p],
                          level[j + 4][p]);
  }
  __syncthreads();

  for (int i = id; i < kBlurRows * (kPairs - 2); i += kBx * kBy) {
    const int p = i % (kPairs - 2) + 1, j = i / (kPairs - 2);
    const __half2 before = down[j][p - 1], here = down[j][p], behind = down[j][p + 1];
    smooth[j][p] =
        binomial(before, shifted(before, here), here, shifted(here, behind), behind);
  }
  __syncthreads();

  // The places are moved into the image here, where the blurred pixels are read.
  const int x = x0 + 2 * threadIdx.x;
  if (x >= width) return;
  const auto blurred = [&](int column, int row) {
    const int c = clamp_to(column, width) - (x0 - kLeft), r = clamp_to(row, height) - (y0 - 1);
    const __half2 pair = smooth[r][c / 2];
    return c % 2 == 0 ? __low2half(pair) : __high2half(pair);
  };
  for (int j = threadIdx.y; j < kH && y0 + j < height; j += kBy) {
    const int y = y0 + j;
    __half2 difference[3], sum[3];
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      const __half a = blurred(x - 1, y - 1 + k), b = blurred(x, y - 1 + k);
      const __half c = blurred(x + 1, y - 1 + k), d = blurred(x + 2, y - 1 + k);
      const __half2 left = __halves2half2(a, b), middle = __halves2half2(b, c);
      const __half2 right = __halves2half2(c, d);
      difference[k] = __hsub2(right, left);
      sum[k] = __hfma2(__float2half2_rn(2.0f), middle, __hadd2(left, right));
    }
    const __half2 gx = __hfma2(__float2half2_rn(2.0f), difference[1],
                               __hadd2(difference[0], difference[2]));
    const __half2 gy = __hsub2(sum[2], sum[0]);
    const __half2 eighth = __hmul2(__hadd2(__habs2(gx), __habs2(gy)), __float2half2_rn(0.125f));
    const float2 m = __half22float2(eighth);
    const uchar2 bytes = make_uchar2(static_cast<unsigned char>(__float2int_rn(m.x)),
                                     static_cast<unsigned char>(__float2int_rn(m.y)));
    std::uint8_t* const place = out + y * width + x;
    if constexpr (kPairStores) {
      *reinterpret_cast<uchar2*>(place) = bytes;
    } else {
      place[0] = bytes.x;
      if (x + 1 < width) place[1] = bytes.y;
    }
  }
}

}  // namespace

void magnitude_half2(const std::uint8_t* d_grey, std::uint8_t* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 grid((width + kW - 1) / kW, (height + kH - 1) / kH), block(kBx, kBy);
  const bool even = width % 2 == 0 && reinterpret_cast<std::uintptr_t>(d_magnitude) % 2 == 0;
  auto* const kernel = even ? tile_of_pairs<true> : tile_of_pairs<false>;
  kernel<<<grid, block, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
