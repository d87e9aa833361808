#include <cuda_runtime.h>
#include <cstdio>

// Block-scope atomics on memory that only one block uses; another launch adds it up.
__global__ void per_block(const int* v, int n, int* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd_block(&bins[blockIdx.x * 4 + v[i] % 4], 1);
}
__global__ void merge(int* bins, int blocks) {
  int s = 0;
  for (int b = 0; b < blocks; b++) s += bins[b * 4 + threadIdx.x];
  bins[threadIdx.x] = s;
}

int main() {
  const int n = 300, blocks = 3;
  int h[n], r[4], *v, *bins;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&bins, 4 * blocks * sizeof(int));
  cudaMemset(bins, 0, 4 * blocks * sizeof(int));
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  per_block<<<blocks, 64>>>(v, n, bins);
  merge<<<1, 4>>>(bins, blocks);
  cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[3]);
  cudaFree(v);
  cudaFree(bins);
  return r[0] == 75 && r[3] == 75 ? 0 : 1;
}
