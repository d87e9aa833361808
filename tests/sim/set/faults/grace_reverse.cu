#include <cuda_runtime.h>
#include <cstdio>

__global__ void reverse(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int other = a[n - 1 - i];  // pair: global_race
    a[i] = other;              // pair: global_race
  }
}

int main() {
  const int n = 200;
  int h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<4, 64>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] >= 0);
  cudaFree(d);
}
