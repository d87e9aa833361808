#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* p, int v) {
  p[threadIdx.x] = v;
}

int main() {
  int h[64] = {};
  int* d;
  cudaMalloc(&d, sizeof h);
  fill<<<1, 64>>>(d, 7);
  cudaFree(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);  // finds: use_after_free
  printf("%d %s\n", h[0], cudaGetErrorString(e));
}
