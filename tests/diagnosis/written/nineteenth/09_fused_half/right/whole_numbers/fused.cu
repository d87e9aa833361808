/// @file
/// Lab 09, stage fused: blur and gradient in one kernel, with the blurred image in shared memory.
/// Everything in shared memory is a whole number; columns are blurred before rows.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kSide = 32;                // of the tile of results
constexpr int kBlurred = kSide + 2;      // one blurred pixel more on each side
constexpr int kGrey = kBlurred + 4;      // and two grey ones more
constexpr int kThreads = 256;

__device__ int inside(int position, int length) {
  return position < 0 ? 0 : position < length ? position : length - 1;
}

/// Calls visit(row, column) for each element of an array; the block's threads share the work.
template <int kRows, int kColumns, typename Visit>
__device__ void for_each(Visit visit) {
  for (int n = threadIdx.x; n < kRows * kColumns; n += kThreads) visit(n / kColumns, n % kColumns);
}

__device__ int binomial(int a, int b, int c, int d, int e) {
  return (a + e) + 4 * (b + d) + 6 * c;
}

__global__ void whole_numbers(const std::uint8_t* __restrict__ grey, float* __restrict__ magnitude,
                              int width, int height) {
  __shared__ std::uint8_t pixels[kGrey][kGrey];          // [0][0]: (left - 3, top - 3)
  __shared__ unsigned short columns[kBlurred][kGrey];    // [0][0]: (left - 3, top - 1), times 16
  __shared__ int blurred[kBlurred][kBlurred];            // [0][0]: (left - 1, top - 1), times 256
  const int left = blockIdx.x * kSide, top = blockIdx.y * kSide;

  for_each<kGrey, kGrey>([&](int r, int c) {
    pixels[r][c] = grey[inside(top - 3 + r, height) * width + inside(left - 3 + c, width)];
  });
  __syncthreads();

  for_each<kBlurred, kGrey>([&](int r, int c) {
    // The centre is moved into the image; two rows above it the sum begins.
    const int f = inside(top - 1 + r, height) - 2 - (top - 3);
    columns[r][c] = static_cast<unsigned short>(binomial(
        pixels[f][c], pixels[f + 1][c], pixels[f + 2][c], pixels[f + 3][c], pixels[f + 4][c]));
  });
  __syncthreads();

  for_each<kBlurred, kBlurred>([&](int r, int c) {
    const unsigned short* const f = &columns[r][inside(left - 1 + c, width) - 2 - (left - 3)];
    blurred[r][c] = binomial(f[0], f[1], f[2], f[3], f[4]);
  });
  __syncthreads();

  for_each<kSide, kSide>([&](int r, int c) {
    const int x = left + c, y = top + r;
    if (x >= width || y >= height) return;
    const int nw = blurred[r][c], n = blurred[r][c + 1], ne = blurred[r][c + 2];
    const int w = blurred[r + 1][c], e = blurred[r + 1][c + 2];
    const int sw = blurred[r + 2][c], s = blurred[r + 2][c + 1], se = blurred[r + 2][c + 2];
    const int gx = (ne + 2 * e + se) - (nw + 2 * w + sw);
    const int gy = (sw + 2 * s + se) - (nw + 2 * n + ne);
    const int m = max(gx, -gx) + max(gy, -gy);
    magnitude[y * width + x] = static_cast<float>(m) * (1 / 256.0f);
  });
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 grid((width + kSide - 1) / kSide, (height + kSide - 1) / kSide);
  whole_numbers<<<grid, kThreads, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
