// Atomic functions made of atomicCAS, as the CUDA C++ Programming Guide makes them: the loop begins
// with a plain read, and one of a maximum ends without a swap if there is nothing to change.
#include <vector>

#include "program.hpp"

__device__ double add(double* address, double value) {
  auto* const bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ float maximum(float* address, float value) {
  int* const bits = reinterpret_cast<int*>(address);
  int old = *bits;
  while (__int_as_float(old) < value) {
    const int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
  return __int_as_float(old);
}

__global__ void reduce(const float* in, int count, double* sum, float* largest) {
  __shared__ double block_sum;
  __shared__ float block_largest;
  if (threadIdx.x == 0) {
    block_sum = 0;
    block_largest = -1;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    add(&block_sum, in[i]);
    maximum(&block_largest, in[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    add(sum, block_sum);
    maximum(largest, block_largest);
  }
}

__global__ void count_in_block(int* counts) {
  atomicAdd_block(&counts[blockIdx.x], 1);
  if (atomicCAS_block(&counts[blockIdx.x], 1000, 0) == 1000) counts[blockIdx.x] = -1;
}

int main() {
  const int count = 1000;
  std::vector<float> in(count);
  for (int i = 0; i < count; ++i) in[i] = float(i * 37 % count);
  kit::DeviceBuffer<float> d_in(in.data(), count), largest(1);
  kit::DeviceBuffer<double> sum(1);
  kit::DeviceBuffer<int> counts(8);
  KIT_CHECK(cudaMemset(sum.data(), 0, sum.bytes()));
  KIT_CHECK(cudaMemset(largest.data(), 0, largest.bytes()));
  KIT_CHECK(cudaMemset(counts.data(), 0, counts.bytes()));
  reduce<<<8, 128>>>(d_in.data(), count, sum.data(), largest.data());
  count_in_block<<<8, 96>>>(counts.data());
  KIT_CHECK(cudaGetLastError());
  double total = 0;
  float most = 0;
  std::vector<int> each(8);
  sum.download(&total);
  largest.download(&most);
  counts.download(each.data());
  EXPECT(total == 999.0 * 500);
  EXPECT(most == 999);
  for (const int n : each) EXPECT(n == 96);
  return finish();
}
