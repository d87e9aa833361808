#include <cuda_runtime.h>
#include <cstdio>

// Lengths and arguments of templates may shift and compare: the brackets of those are none of a
// type.
template <bool kWide, int kCount>
struct Row {
  int values[kCount];
  static constexpr int width = kWide ? kCount : 1;
};

__device__ char nothing[1 << 12];
__device__ int few[8 >> 1], many[(3 > 2) ? 1 << 3 : 5];
__constant__ int table[1 << 2 | 1 << 1] = {1, 2, 4, 8, 16, 32};
__device__ Row<(4 > 3), 1 << 2> row;
__device__ Row<(1 << 3 < 9), (16 >> 1)> other, *none = nullptr;

__global__ void fill() {
  __shared__ int tile[1 << 5];
  __shared__ Row<(2 < 3), (1 << 5)> rows[2 >> 1];
  const int i = threadIdx.x;
  tile[i] = i;
  rows[0].values[i] = i;
  __syncthreads();
  const int sum = tile[31 - i] + rows[0].values[i];
  nothing[i] = char(sum);
  if (i < 4) few[i] = row.values[i] = table[i];
  if (i < 8) many[i] = other.values[i] = sum;
}

int main() {
  fill<<<1, 1 << 5>>>();
  int h[8], f[4];
  cudaMemcpyFromSymbol(h, many, sizeof h);
  cudaMemcpyFromSymbol(f, few, sizeof f);
  bool right = sizeof nothing == 4096 && decltype(row)::width == 4;
  for (int i = 0; i < 8; i++) right &= h[i] == 31;
  for (int i = 0; i < 4; i++) right &= f[i] == 1 << i;
  printf("%d %d\n", h[0], f[3]);
  return right ? 0 : 1;
}
