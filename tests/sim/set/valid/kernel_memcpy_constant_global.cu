#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// Lines of 64 bytes in global memory, copied by memcpy and read by other threads of the block.
__global__ void copy_and_add(const unsigned* from, unsigned* to, unsigned* sums, int lines) {
  int t = threadIdx.x;
  if (t < lines) memcpy(to + 16 * t, from + 16 * t, 64);
  __syncthreads();
  if (t < lines) {
    unsigned s = 0;
    for (int k = 0; k < 16; k++) s += to[16 * (lines - 1 - t) + k];
    sums[t] = s;
  }
}

int main() {
  const int lines = 20;
  unsigned h[16 * lines], r[lines], *a, *b, *sums;
  for (int i = 0; i < 16 * lines; i++) h[i] = i / 16;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&sums, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  copy_and_add<<<1, 32>>>(a, b, sums, lines);
  cudaMemcpy(r, sums, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u\n", r[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sums);
  return r[0] == 304 ? 0 : 1;
}
