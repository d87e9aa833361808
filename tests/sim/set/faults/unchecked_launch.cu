#include <cuda_runtime.h>
#include <cstdio>

__global__ void touch(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i;
}

int main() {
  int h[64] = {}, *v;
  cudaMalloc(&v, sizeof h);
  cudaMemset(v, 0, sizeof h);
  int blocks = -1;                 // a computed size gone wrong
  touch<<<blocks, 2048>>>(v, 64);  // finds: launch_refused unchecked_error
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[63]);
  cudaFree(v);
}
