// Inclusive sums that start anew at flags, by shuffles within each warp.
#include <vector>

#include "program.hpp"

__global__ void scan(const int* values, const int* heads, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % warpSize;
  int sum = values[i];
  bool closed =
      heads[i] != 0 || lane == 0;  // a head lies between this lane and what is to the left
  for (int delta = 1; delta < warpSize; delta *= 2) {
    const int left = __shfl_up_sync(0xffffffffu, sum, delta);
    const bool left_closed = __shfl_up_sync(0xffffffffu, int(closed), delta) != 0;
    if (lane >= delta && !closed) {
      sum += left;
      closed = left_closed;
    }
  }
  sums[i] = sum;
}

int main() {
  const int count = 256;
  std::vector<int> values(count), heads(count), sums(count);
  for (int i = 0; i < count; ++i) {
    values[i] = i % 7 + 1;
    heads[i] = i % 5 == 0 || i % 11 == 3;
  }
  kit::DeviceBuffer<int> d_values(values.data(), count), d_heads(heads.data(), count),
      d_sums(count);
  scan<<<4, 64>>>(d_values.data(), d_heads.data(), d_sums.data());
  KIT_CHECK(cudaGetLastError());
  d_sums.download(sums.data());
  for (int i = 0, sum = 0; i < count; ++i) {
    sum = (heads[i] || i % 32 == 0 ? 0 : sum) + values[i];
    EXPECT(sums[i] == sum);
  }
  return finish();
}
