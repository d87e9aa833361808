// Transpose through a padded tile: rows are read and rows are written.
#include <vector>

#include "program.hpp"

constexpr int kTile = 32, kRows = 8;

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) {
    if (x < width && y + row < height) {
      tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
    }
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) {
    if (x < height && y + row < width) {
      out[(y + row) * height + x] = tile[threadIdx.x][threadIdx.y + row];
    }
  }
}

int main() {
  const int width = 75, height = 50;
  std::vector<float> in(width * height), out(width * height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i);
  kit::DeviceBuffer<float> d_in(in.data(), in.size()), d_out(out.size());
  transpose<<<dim3(3, 2), dim3(kTile, kRows)>>>(d_in.data(), d_out.data(), width, height);
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) EXPECT(out[x * height + y] == in[y * width + x]);
  }
  return finish();
}
