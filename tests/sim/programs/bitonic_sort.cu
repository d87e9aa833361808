// Bitonic sort of one block in shared memory.
#include <algorithm>
#include <vector>

#include "program.hpp"

constexpr int kCount = 512;

__global__ void sort(float* values) {
  __shared__ float data[kCount];
  const int t = threadIdx.x;
  data[t] = values[t];
  for (int size = 2; size <= kCount; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int other = t ^ stride;
      if (other > t && (data[t] > data[other]) == ((t & size) == 0)) {
        const float kept = data[t];
        data[t] = data[other];
        data[other] = kept;
      }
    }
  }
  __syncthreads();
  values[t] = data[t];
}

int main() {
  std::vector<float> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = float(i * 7919 % 1009);
  kit::DeviceBuffer<float> d_values(values.data(), kCount);
  sort<<<1, kCount>>>(d_values.data());
  KIT_CHECK(cudaGetLastError());
  std::vector<float> expected = values;
  std::sort(expected.begin(), expected.end());
  d_values.download(values.data());
  EXPECT(values == expected);
  return finish();
}
