#include <cuda_runtime.h>
#include <cstdio>

__global__ void count_up(int* v, int n) {
  int i = threadIdx.x;
  if (i < n && v) v[i] = i;
}

int main() {
  int* v = nullptr;
  size_t n = size_t(1) << 46;
  cudaMalloc(&v, n * sizeof(int));  // finds: unchecked_error
  count_up<<<1, 32>>>(v, 32);
  cudaDeviceSynchronize();
  puts("done");
  cudaFree(v);
}
