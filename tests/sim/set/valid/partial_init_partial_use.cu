#include <cuda_runtime.h>
#include <cstdio>

// Only the middle of the buffer is ever written and read; the whole is copied back.
__global__ void middle(int* v, int first, int last) {
  int i = first + threadIdx.x;
  if (i < last) v[i] = i;
}

int main() {
  int h[100], *v;
  cudaMalloc(&v, sizeof h);
  middle<<<1, 64>>>(v, 30, 70);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[69]);
  cudaFree(v);
  return h[69] == 69 ? 0 : 1;
}
