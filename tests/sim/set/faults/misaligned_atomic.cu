#include <cuda_runtime.h>
#include <cstdio>

// A header of four bytes stands before the counters of eight.
__global__ void count(unsigned char* message) {
  unsigned long long* counter = reinterpret_cast<unsigned long long*>(message + 4);
  atomicAdd(counter, 1ull);  // finds: misaligned
}

int main() {
  unsigned char h[12], *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  count<<<1, 32>>>(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[4], cudaGetErrorString(e));
  cudaFree(d);
}
