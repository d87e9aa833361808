#include <cuda_runtime.h>
#include <cstdio>

__global__ void twice(int* v) {
  v[threadIdx.x] *= 2;
}

int main() {
  int h[16], *d;
  for (int i = 0; i < 16; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  cudaError_t e = cudaMemcpy(&d, h, 8, cudaMemcpyHostToDevice);  // finds: wrong_copy
  if (e == cudaSuccess) puts("copied");
  twice<<<1, 16>>>(d);
  e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[3], cudaGetErrorString(e));
  cudaFree(d);
}
