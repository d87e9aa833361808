#include <cuda_runtime.h>
#include <cstdio>

// 80 KiB of local memory for a thread: a card has 512 KiB.
__global__ void sieve(int limit, int* count) {
  unsigned char composite[80 * 1024];
  for (int i = 0; i < limit; i++) composite[i] = 0;
  int c = 0;
  for (int p = 2; p < limit; p++) {
    if (composite[p]) continue;
    c++;
    for (int m = 2 * p; m < limit; m += p) composite[m] = 1;
  }
  count[threadIdx.x] = c;
}

int main() {
  int h[2], *count;
  cudaMalloc(&count, sizeof h);
  sieve<<<1, 2>>>(1000, count);
  if (cudaMemcpy(h, count, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%d\n", h[0]);
  cudaFree(count);
  return h[0] == 168 ? 0 : 1;
}
