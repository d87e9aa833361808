#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(short* v) {
  v[threadIdx.x] = (short)threadIdx.x;
}

int main() {
  short *a, *b, h[64];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  fill<<<1, 64>>>(a);
  cudaMemcpy(b, a, sizeof h, cudaMemcpyDeviceToDevice);
  cudaError_t e = cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToDevice);  // finds: wrong_copy
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
}
