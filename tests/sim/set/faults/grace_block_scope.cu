#include <cuda_runtime.h>
#include <cstdio>

__global__ void histogram(const int* v, int n, int* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd_block(&bins[v[i] & 7], 1);  // finds: global_race
}

int main() {
  const int n = 500;
  int h[n], b[8];
  for (int i = 0; i < n; i++) h[i] = i;
  int *v, *bins;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&bins, sizeof b);
  cudaMemset(bins, 0, sizeof b);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  histogram<<<4, 64>>>(v, n, bins);
  cudaMemcpy(b, bins, sizeof b, cudaMemcpyDeviceToHost);
  printf("%d\n", b[0] > 0);
  cudaFree(v);
  cudaFree(bins);
}
