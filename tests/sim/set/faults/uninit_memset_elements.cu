#include <cuda_runtime.h>
#include <cstdio>

// cudaMemset counts bytes: only a quarter is cleared.
__global__ void add(int* sums, int n) {
  int i = threadIdx.x;
  if (i < n) {
    int old = sums[i];  // finds: uninitialised_read
    sums[i] = old + i;
  }
}

int main() {
  const int n = 64;
  int h[n], *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, n);
  add<<<1, n>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1]);
  cudaFree(d);
}
