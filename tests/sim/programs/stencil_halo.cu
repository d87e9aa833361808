// A 5-point stencil from a tile with a halo, on an image that is no multiple of the tile.
#include <vector>

#include "program.hpp"

constexpr int kTile = 16, kSide = kTile + 2;

__global__ void smooth(const float* in, float* out, int width, int height) {
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile - 1, top = blockIdx.y * kTile - 1;
  for (int i = threadIdx.y * kTile + threadIdx.x; i < kSide * kSide; i += kTile * kTile) {
    const int x = left + i % kSide, y = top + i / kSide;
    const bool inside = x >= 0 && x < width && y >= 0 && y < height;
    tile[i / kSide][i % kSide] = inside ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = left + tx, y = top + ty;
  if (x >= width || y >= height) return;
  out[y * width + x] =
      tile[ty][tx] + tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
}

int main() {
  const int width = 61, height = 35;
  std::vector<float> in(width * height), out(width * height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i * 7 % 31);
  kit::DeviceBuffer<float> d_in(in.data(), in.size()), d_out(out.size());
  smooth<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(kTile, kTile)>>>(
      d_in.data(), d_out.data(), width, height);
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  auto at = [&](int x, int y) {
    return x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      EXPECT(out[y * width + x] ==
             at(x, y) + at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y));
    }
  }
  return finish();
}
