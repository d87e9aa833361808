#include <cuda_runtime.h>
#include <cstdio>

__device__ float* buffer;
__constant__ struct {
  const float* table;
  int n;
} config;

__global__ void copy() {
  int i = threadIdx.x;
  if (i < config.n) buffer[i] = config.table[config.n - 1 - i];
}

int main() {
  float h[20], *a, *b;
  for (int i = 0; i < 20; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  struct {
    const float* table;
    int n;
  } c = {a, 20};
  cudaMemcpyToSymbol(buffer, &b, sizeof b);
  cudaMemcpyToSymbol(config, &c, sizeof c);
  copy<<<1, 32>>>();
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(a);
  cudaFree(b);
  return h[0] == 19 ? 0 : 1;
}
