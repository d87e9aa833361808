#include <cuda_runtime.h>
#include <cstdio>

__global__ void add_one(int* v) {
  v[threadIdx.x]++;
}

int main() {
  int h[32] = {}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  add_one<<<1, 32>>>(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);  // finds: wrong_copy
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(d);
}
