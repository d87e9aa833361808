/// @file
/// One pass with a tile of 32 x 32 in shared memory, with a halo of 4, in whole numbers of 1/256.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kT = 32, kG = kT + 8, kB = kT + 4, kM = kT + 2;  // pixels, grey, blurred, magnitudes
constexpr int kThreads = 256;

__device__ int into(int at, int length) {
  return min(length - 1, max(0, at));
}

__global__ void __launch_bounds__(kThreads)
    one_pass(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ states, int width,
             int height, int low, int high) {
  __shared__ std::uint8_t g[kG][kG];
  __shared__ int h[kG][kB];
  __shared__ int b[kB][kB];
  __shared__ int m[kM][kM];
  __shared__ signed char way[kM][kM];  // 3 * dx + dy
  const int x0 = blockIdx.x * kT, y0 = blockIdx.y * kT, t = threadIdx.x;
  for (int n = t; n < kG * kG; n += kThreads) {
    g[n / kG][n % kG] = grey[into(y0 - 4 + n / kG, height) * width + into(x0 - 4 + n % kG, width)];
  }
  __syncthreads();
  for (int n = t; n < kG * kB; n += kThreads) {
    const int c = into(x0 - 2 + n % kB, width) - (x0 - 4);
    const std::uint8_t* const r = g[n / kB];
    h[n / kB][n % kB] = r[max(c - 2, 0)] + r[min(c + 2, kG - 1)] +
                        4 * (r[max(c - 1, 0)] + r[min(c + 1, kG - 1)]) + 6 * r[c];
  }
  __syncthreads();
  for (int n = t; n < kB * kB; n += kThreads) {
    const int r = into(y0 - 2 + n / kB, height) - (y0 - 4), c = n % kB;
    b[n / kB][c] = h[max(r - 2, 0)][c] + h[min(r + 2, kG - 1)][c] +
                   4 * (h[max(r - 1, 0)][c] + h[min(r + 1, kG - 1)][c]) + 6 * h[r][c];
  }
  __syncthreads();
  for (int n = t; n < kM * kM; n += kThreads) {
    const int r = n / kM, c = n % kM, x = x0 - 1 + c, y = y0 - 1 + r;
    const int gx = b[r][c + 2] - b[r][c] + 2 * (b[r + 1][c + 2] - b[r + 1][c]) + b[r + 2][c + 2] -
                   b[r + 2][c];
    const int gy = b[r + 2][c] - b[r][c] + 2 * (b[r + 2][c + 1] - b[r][c + 1]) + b[r + 2][c + 2] -
                   b[r][c + 2];
    const int ax = abs(gx), ay = abs(gy);
    m[r][c] = x < 0 || y < 0 || x >= width || y >= height ? 0 : ax + ay;
    way[r][c] = 128 * ay <= 53 * ax ? 3 : 53 * ay >= 128 * ax ? 1 : (gx ^ gy) < 0 ? 2 : 4;
  }
  __syncthreads();
  for (int n = t; n < kT * kT; n += kThreads) {
    const int r = n / kT + 1, c = n % kT + 1, x = x0 + c - 1, y = y0 + r - 1;
    if (x >= width || y >= height) continue;
    const int w = way[r][c], dx = w > 1, dy = w - 3 * dx, own = m[r][c];
    const bool kept = own > m[r - dy][c - dx] && own >= m[r + dy][c + dx];
    states[y * width + x] = !kept || own < low ? std::uint8_t(0) : own < high ? kWeak : kStrong;
  }
}

}  // namespace

void thin_in_one_pass(const std::uint8_t* d_grey, std::uint8_t* d_states, int width, int height,
                      float low, float high, cudaStream_t stream) {
  const dim3 grid((width + kT - 1) / kT, (height + kT - 1) / kT);
  one_pass<<<grid, kThreads, 0, stream>>>(d_grey, d_states, width, height, int(low * 256.0f),
                                          int(high * 256.0f));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
