#include <cuda_runtime.h>
#include <cstdio>

__global__ void sieve(unsigned* composite, int limit) {
  int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (p * p >= limit) return;
  for (int m = p * p; m < limit; m += p) composite[m / 32] |= 1u << (m % 32);  // finds: global_race
}

int main() {
  const int limit = 1024;
  unsigned h[limit / 32], *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  sieve<<<2, 16>>>(d, limit);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] != 0);
  cudaFree(d);
}
