/// @file
/// Unusual: a tile of 32x32 in shared memory, in float32, with four barriers.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTile = 32, kThreadRows = 8;

template <typename Work>
__device__ void for_each(int width, int height, Work work) {
  for (int n = threadIdx.y * kTile + threadIdx.x; n < width * height; n += kTile * kThreadRows)
    work(n % width, n / width);
}

__global__ void thin_tile(const std::uint8_t* __restrict__ grey, std::uint8_t* __restrict__ states,
                          int width, int height, float low, float high) {
  __shared__ std::uint8_t levels[kTile + 8][kTile + 8];
  __shared__ float blurred[kTile + 4][kTile + 4];
  __shared__ float magnitudes[kTile + 2][kTile + 2];
  __shared__ signed char steps[kTile + 2][kTile + 2];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const auto column = [&](int x) { return min(max(x, 0), width - 1); };
  const auto row = [&](int y) { return min(max(y, 0), height - 1); };

  for_each(kTile + 8, kTile + 8, [&](int u, int v) {
    levels[v][u] = grey[row(top + v - 4) * width + column(left + u - 4)];
  });
  __syncthreads();
  for_each(kTile + 4, kTile + 4, [&](int u, int v) {
    const int x = column(left + u - 2) - left + 2, y = row(top + v - 2) - top + 2;
    float sum = 0.0f;
    if (x >= 0 && y >= 0) {  // else too far outside for anyone to ask
      constexpr float kWeights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) sum += kWeights[j] * kWeights[i] * levels[y + j][x + i];
    }
    blurred[v][u] = sum;
  });
  __syncthreads();
  for_each(kTile + 2, kTile + 2, [&](int u, int v) {
    const int x = left + u - 1, y = top + v - 1;
    float gx = 0.0f, gy = 0.0f;
    for (int k = 0; k < 3; ++k) {
      const float weight = k == 1 ? 2.0f : 1.0f;
      gx += weight * (blurred[v + k][u + 2] - blurred[v + k][u]);
      gy += weight * (blurred[v + 2][u + k] - blurred[v][u + k]);
    }
    const float ax = fabsf(gx), ay = fabsf(gy);
    const bool real = x >= 0 && x < width && y >= 0 && y < height;
    magnitudes[v][u] = real ? ax + ay : 0.0f;
    steps[v][u] = 128.0f * ay <= 53.0f * ax   ? 0
                  : 53.0f * ay >= 128.0f * ax ? 1
                  : gx * gy > 0.0f            ? 2
                                              : 3;
  });
  __syncthreads();
  for_each(kTile, kTile, [&](int u, int v) {
    const int x = left + u, y = top + v;
    if (x >= width || y >= height) return;
    const int step = steps[v + 1][u + 1];
    const int dx = step == 1 ? 0 : 1, dy = step == 0 ? 0 : step == 3 ? -1 : 1;
    const float m = magnitudes[v + 1][u + 1];
    const bool kept =
        m > magnitudes[v + 1 - dy][u + 1 - dx] && m >= magnitudes[v + 1 + dy][u + 1 + dx];
    states[y * width + x] = !kept || m < low ? 0 : m < high ? kWeak : kStrong;
  });
}

}  // namespace

void thin_in_one_pass(const std::uint8_t* d_grey, std::uint8_t* d_states, int width, int height,
                      float low, float high, cudaStream_t stream) {
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  thin_tile<<<grid, dim3(kTile, kThreadRows), 0, stream>>>(d_grey, d_states, width, height, low,
                                                           high);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
