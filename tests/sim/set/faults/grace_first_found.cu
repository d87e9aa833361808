#include <cuda_runtime.h>
#include <cstdio>

// Where a key stands; it stands at several places, and each finder writes another index.
__global__ void first_found(const int* v, int n, int key, int* where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] == key) *where = i;  // finds: global_race
}

int main() {
  const int n = 256;
  int h[n], r = -1, *v, *where;
  for (int i = 0; i < n; i++) h[i] = i % 50;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&where, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(where, &r, sizeof r, cudaMemcpyHostToDevice);
  first_found<<<4, 64>>>(v, n, 7, where);
  cudaMemcpy(&r, where, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r % 50);
  cudaFree(v);
  cudaFree(where);
}
