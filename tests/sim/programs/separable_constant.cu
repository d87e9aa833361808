// Row and column pass of a separable filter with its weights in constant memory; the template
// parameter gives the radius.
#include <vector>

#include "program.hpp"

constexpr int kMaxRadius = 4;
__constant__ float weights[2 * kMaxRadius + 1];

template <int radius, bool columns>
__global__ void pass(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int i = -radius; i <= radius; ++i) {
    const int sx = columns ? x : min(max(x + i, 0), width - 1);
    const int sy = columns ? min(max(y + i, 0), height - 1) : y;
    sum += weights[radius + i] * in[sy * width + sx];
  }
  out[y * width + x] = sum;
}

int main() {
  constexpr int kRadius = 2;
  const int width = 45, height = 33;
  const float filter[2 * kRadius + 1] = {1, 4, 6, 4, 1};
  std::vector<float> in(width * height), out(width * height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i % 13);
  KIT_CHECK(cudaMemcpyToSymbol(weights, filter, sizeof(filter)));
  kit::DeviceBuffer<float> a(in.data(), in.size()), b(in.size()), c(in.size());
  const dim3 block(32, 4), grid((width + 31) / 32, (height + 3) / 4);
  pass<kRadius, false><<<grid, block>>>(a.data(), b.data(), width, height);
  pass<kRadius, true><<<grid, block>>>(b.data(), c.data(), width, height);
  KIT_CHECK(cudaGetLastError());
  c.download(out.data());
  auto clamp = [](int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float expected = 0;
      for (int j = -kRadius; j <= kRadius; ++j) {
        for (int i = -kRadius; i <= kRadius; ++i) {
          expected += filter[j + kRadius] * filter[i + kRadius] *
                      in[clamp(y + j, height) * width + clamp(x + i, width)];
        }
      }
      EXPECT(out[y * width + x] == expected);
    }
  }
  return finish();
}
