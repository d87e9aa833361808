// Tiled matrix product, checked against the host.
#include <cstdio>
#include <vector>

#include "program.hpp"

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile + 1];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < n; first += kTile) {
    const int ax = first + threadIdx.x, by = first + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = y < n && ax < n ? a[y * n + ax] : 0;
    tile_b[threadIdx.y][threadIdx.x] = by < n && x < n ? b[by * n + x] : 0;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = sum;
}

int main() {
  const int n = 77;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = float(i % 7) - 3;
    b[i] = float(i % 5) - 2;
  }
  kit::DeviceBuffer<float> d_a(a.data(), a.size()), d_b(b.data(), b.size()), d_c(c.size());
  const dim3 blockDim(kTile, kTile), gridDim((n + kTile - 1) / kTile, (n + kTile - 1) / kTile);
  multiply<<<gridDim, blockDim>>>(d_a.data(), d_b.data(), d_c.data(), n);
  KIT_CHECK(cudaGetLastError());
  d_c.download(c.data());
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      float expected = 0;
      for (int k = 0; k < n; ++k) expected += a[y * n + k] * b[k * n + x];
      EXPECT(c[y * n + x] == expected);
    }
  }
  return finish();
}
