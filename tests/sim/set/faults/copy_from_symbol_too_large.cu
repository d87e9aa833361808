#include <cuda_runtime.h>
#include <cstdio>

__device__ int results[10];

__global__ void work() {
  results[threadIdx.x] = threadIdx.x;
}

int main() {
  int h[16] = {};
  work<<<1, 10>>>();
  cudaError_t e = cudaMemcpyFromSymbol(h, results, sizeof h);  // finds: wrong_copy
  printf("%d %s\n", h[9], cudaGetErrorString(e));
}
