// Sums over a window that moves along a row: while one buffer is used, the next one fills, so one
// barrier for each step is enough.
#include <vector>

#include "program.hpp"

constexpr int kTile = 64;

__global__ void row_sums(const float* in, float* out, int tiles) {
  __shared__ float buffer[2][kTile];
  const float* row = in + blockIdx.x * tiles * kTile;
  float sum = 0;
  buffer[0][threadIdx.x] = row[threadIdx.x];
  for (int tile = 0; tile < tiles; ++tile) {
    __syncthreads();
    if (tile + 1 < tiles) {
      buffer[(tile + 1) % 2][threadIdx.x] = row[(tile + 1) * kTile + threadIdx.x];
    }
    for (int i = 0; i < 4; ++i) sum += buffer[tile % 2][(threadIdx.x + i * 17) % kTile];
  }
  out[blockIdx.x * kTile + threadIdx.x] = sum;
}

int main() {
  const int rows = 5, tiles = 6;
  std::vector<float> in(rows * tiles * kTile), out(rows * kTile);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i % 19);
  kit::DeviceBuffer<float> d_in(in.data(), in.size()), d_out(out.size());
  row_sums<<<rows, kTile>>>(d_in.data(), d_out.data(), tiles);
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  for (int row = 0; row < rows; ++row) {
    for (int x = 0; x < kTile; ++x) {
      float expected = 0;
      for (int tile = 0; tile < tiles; ++tile) {
        for (int i = 0; i < 4; ++i) {
          expected += in[(row * tiles + tile) * kTile + (x + i * 17) % kTile];
        }
      }
      EXPECT(out[row * kTile + x] == expected);
    }
  }
  return finish();
}
