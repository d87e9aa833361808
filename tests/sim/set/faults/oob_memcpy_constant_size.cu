#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// Each thread copies a line of 64 bytes; one thread too many takes part.
__global__ void copy_lines(const unsigned char* from, unsigned char* to, int lines) {
  int i = threadIdx.x;
  if (i <= lines) memcpy(to + 64 * i, from + 64 * i, 64);  // finds: out_of_bounds
}

int main() {
  const int lines = 20;
  unsigned char h[64 * lines] = {}, *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  copy_lines<<<1, 32>>>(a, b, lines);
  cudaError_t e = cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
}
