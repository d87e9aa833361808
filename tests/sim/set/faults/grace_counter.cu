#include <cuda_runtime.h>
#include <cstdio>

__device__ int hits;

__global__ void monte_carlo(unsigned seed) {
  unsigned s = seed + blockIdx.x * blockDim.x + threadIdx.x;
  s = s * 1664525u + 1013904223u;
  float x = (s >> 8) / 16777216.0f;
  s = s * 1664525u + 1013904223u;
  float y = (s >> 8) / 16777216.0f;
  if (x * x + y * y < 1) hits = hits + 1;  // finds: global_race
}

int main() {
  int zero = 0, h;
  cudaMemcpyToSymbol(hits, &zero, sizeof zero);
  monte_carlo<<<4, 64>>>(99);
  cudaMemcpyFromSymbol(&h, hits, sizeof h);
  printf("%d\n", h > 0);
}
