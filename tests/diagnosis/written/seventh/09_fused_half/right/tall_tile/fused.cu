/// @file
/// Tiles of 64 x 16 in whole numbers of 1/256, columns first and then rows.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kW = 64, kH = 16, kThreads = 128;

template <int kCount, typename Body>
__device__ void for_each(Body body) {
  for (int n = threadIdx.x; n < kCount; n += kThreads) body(n);
}

__device__ int into(int at, int length) {
  return at < 0 ? 0 : at < length ? at : length - 1;
}

__global__ void edges(const std::uint8_t* __restrict__ grey, float* __restrict__ magnitude,
                      int width, int height) {
  __shared__ std::uint8_t levels[(kH + 6) * (kW + 6)];
  __shared__ std::uint16_t down[(kH + 2) * (kW + 6)];  // at most 16 * 255
  __shared__ std::uint16_t smooth[(kH + 2) * (kW + 2)];  // at most 256 * 255
  const int x0 = blockIdx.x * kW, y0 = blockIdx.y * kH;
  for_each<(kH + 6) * (kW + 6)>([&](int n) {
    const int x = into(x0 - 3 + n % (kW + 6), width), y = into(y0 - 3 + n / (kW + 6), height);
    levels[n] = grey[y * width + x];
  });
  __syncthreads();
  for_each<(kH + 2) * (kW + 6)>([&](int n) {
    const int row = into(y0 - 1 + n / (kW + 6), height) - (y0 - 3);
    const std::uint8_t* const p = levels + row * (kW + 6) + n % (kW + 6);
    constexpr int s = kW + 6;
    down[n] = std::uint16_t(p[-2 * s] + p[2 * s] + 4 * (p[-s] + p[s]) + 6 * p[0]);
  });
  __syncthreads();
  for_each<(kH + 2) * (kW + 2)>([&](int n) {
    const int column = into(x0 - 1 + n % (kW + 2), width) - (x0 - 3);
    const std::uint16_t* const p = down + n / (kW + 2) * (kW + 6) + column;
    smooth[n] = std::uint16_t(p[-2] + p[2] + 4 * (p[-1] + p[1]) + 6 * p[0]);
  });
  __syncthreads();
  for_each<kH * kW>([&](int n) {
    const int x = x0 + n % kW, y = y0 + n / kW;
    if (x >= width || y >= height) return;
    const std::uint16_t* const p = smooth + n / kW * (kW + 2) + n % kW;
    const std::uint16_t *const q = p + kW + 2, *const r = q + kW + 2;
    const int gx = p[2] - p[0] + 2 * (q[2] - q[0]) + r[2] - r[0];
    const int gy = r[0] - p[0] + 2 * (r[1] - p[1]) + r[2] - p[2];
    magnitude[y * width + x] = float(abs(gx) + abs(gy)) / 256.0f;
  });
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  const dim3 grid((width + kW - 1) / kW, (height + kH - 1) / kH);
  edges<<<grid, kThreads, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
