#include <cuda_runtime.h>
#include <cstdio>

// Length of a chain; that of a ring has no end.
__device__ int depth(const int* next, int at) {
  if (at == 99) return 0;
  return 1 + depth(next, next[at]);  // finds: stack_overflow
}

__global__ void depths(const int* next, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = depth(next, i);
}

int main() {
  int h[32], *next, *out;
  for (int i = 0; i < 32; i++) h[i] = (i + 1) % 32;  // a ring: never gets to 99
  cudaMalloc(&next, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(next, h, sizeof h, cudaMemcpyHostToDevice);
  depths<<<1, 32>>>(next, out, 32);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(next);
  cudaFree(out);
}
