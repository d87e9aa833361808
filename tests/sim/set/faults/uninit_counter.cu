#include <cuda_runtime.h>
#include <cstdio>

__global__ void count_primes(int limit, int* count) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < 2 || n >= limit) return;
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0) return;
  atomicAdd(count, 1);  // finds: uninitialised_read
}

int main() {
  int *count, h;
  cudaMalloc(&count, sizeof(int));
  count_primes<<<4, 128>>>(500, count);
  cudaMemcpy(&h, count, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h == 95);
  cudaFree(count);
}
