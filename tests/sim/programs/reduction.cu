// Sum by shuffles: within a warp, then over the warps of a block, then by one atomic.
#include <vector>

#include "program.hpp"

__device__ float warp_sum(float value) {
  for (int delta = 16; delta > 0; delta /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, delta);
  }
  return value;
}

__global__ void sum(const float* values, int count, float* total) {
  __shared__ float partial[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = warp_sum(i < count ? values[i] : 0.0f);
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  if (warp != 0) return;
  value = warp_sum(lane < int(blockDim.x) / warpSize ? partial[lane] : 0.0f);
  if (lane == 0) atomicAdd(total, value);
}

int main() {
  std::vector<float> values(12345);
  double expected = 0;
  for (std::size_t i = 0; i < values.size(); ++i) expected += values[i] = float(i % 17);
  float total = 0;
  kit::DeviceBuffer<float> d_values(values.data(), values.size()), d_total(&total, 1);
  sum<<<(int(values.size()) + 255) / 256, 256>>>(d_values.data(), int(values.size()),
                                                 d_total.data());
  KIT_CHECK(cudaGetLastError());
  d_total.download(&total);
  EXPECT(total == float(expected));
  return finish();
}
