#include <cuda_runtime.h>
#include <cstdio>

__managed__ int total;
__managed__ float table[16];

__global__ void add_up() {
  atomicAdd(&total, (int)table[threadIdx.x]);
}

int main() {
  total = 0;
  for (int i = 0; i < 16; i++) table[i] = i;
  add_up<<<1, 16>>>();
  cudaDeviceSynchronize();
  printf("%d\n", total);
  return total == 120 ? 0 : 1;
}
