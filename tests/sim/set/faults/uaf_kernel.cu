#include <cuda_runtime.h>
#include <cstdio>

__global__ void add_into(const int* a, int* b) {
  int i = threadIdx.x;
  b[i] += a[i];  // finds: use_after_free
}

int main() {
  int h[32] = {1, 2, 3};
  int *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  cudaFree(a);  // thought to be done with it
  add_into<<<1, 32>>>(a, b);
  cudaError_t e = cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[2], cudaGetErrorString(e));
  cudaFree(b);
}
