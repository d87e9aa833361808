#include <cuda_runtime.h>
#include <cstdio>

__global__ void steps(const unsigned* start, unsigned* count, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  unsigned v = start[i], c = 0;
  while (v != 1) {
    v = v % 2 == 0 ? v / 2 : 3 * v + 1;  // finds: infinite_loop
    c++;
  }
  count[i] = c;
}

int main() {
  unsigned h[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *s, *c;  // 0 never gets to 1
  cudaMalloc(&s, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMemcpy(s, h, sizeof h, cudaMemcpyHostToDevice);
  steps<<<1, 8>>>(s, c, 8);
  cudaError_t e = cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(s);
  cudaFree(c);
}
