// Work-efficient exclusive scan of one block in dynamic shared memory (Blelloch 1990).
#include <vector>

#include "program.hpp"

__global__ void scan(const int* input, int* output) {
  extern __shared__ int data[];
  const int n = 2 * blockDim.x, t = threadIdx.x;
  data[2 * t] = input[2 * t];
  data[2 * t + 1] = input[2 * t + 1];
  int offset = 1;
  for (int active = n / 2; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) data[offset * (2 * t + 2) - 1] += data[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) data[n - 1] = 0;
  for (int active = 1; active < n; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < active) {
      const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      const int kept = data[left];
      data[left] = data[right];
      data[right] += kept;
    }
  }
  __syncthreads();
  output[2 * t] = data[2 * t];
  output[2 * t + 1] = data[2 * t + 1];
}

int main() {
  constexpr int kCount = 1024;
  std::vector<int> input(kCount), output(kCount);
  for (int i = 0; i < kCount; ++i) input[i] = i * 7 % 13;
  kit::DeviceBuffer<int> d_input(input.data(), kCount), d_output(kCount);
  scan<<<1, kCount / 2, kCount * sizeof(int)>>>(d_input.data(), d_output.data());
  KIT_CHECK(cudaGetLastError());
  d_output.download(output.data());
  for (int i = 0, sum = 0; i < kCount; sum += input[i++]) EXPECT(output[i] == sum);
  return finish();
}
