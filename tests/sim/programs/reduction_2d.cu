// Largest value of an image: a tree in shared memory, once for each block, then over the blocks.
#include <algorithm>
#include <vector>

#include "program.hpp"

__global__ void largest(const float* in, int width, int height, float* out) {
  extern __shared__ float best[];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  best[t] = x < width && y < height ? in[y * width + x] : -1.0f;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) best[t] = fmaxf(best[t], best[t + half]);
  }
  if (t == 0) out[blockIdx.y * gridDim.x + blockIdx.x] = best[0];
}

int main() {
  const int width = 100, height = 45;
  std::vector<float> in(width * height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(i * 7919 % 10007);
  const dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
  const int blocks = int(grid.x * grid.y);
  kit::DeviceBuffer<float> d_in(in.data(), in.size()), partial(blocks), result(1);
  largest<<<grid, block, 128 * sizeof(float)>>>(d_in.data(), width, height, partial.data());
  largest<<<1, dim3(64, 1), 64 * sizeof(float)>>>(partial.data(), blocks, 1, result.data());
  KIT_CHECK(cudaGetLastError());
  float best = 0;
  result.download(&best);
  EXPECT(best == *std::max_element(in.begin(), in.end()));
  return finish();
}
