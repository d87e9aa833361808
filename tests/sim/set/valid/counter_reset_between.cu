#include <cuda_runtime.h>
#include <cstdio>

// A shared counter used in rounds, reset by one thread between two barriers.
__global__ void rounds(const int* v, int n, int* counts, int rounds) {
  __shared__ int count;
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      if (v[i] % rounds == r) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) counts[r] = count;
    __syncthreads();
  }
}

int main() {
  const int n = 100, k = 4;
  int h[n], c[k], *v, *counts;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&counts, sizeof c);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  rounds<<<1, 64>>>(v, n, counts, k);
  cudaMemcpy(c, counts, sizeof c, cudaMemcpyDeviceToHost);
  printf("%d %d\n", c[0], c[3]);
  cudaFree(v);
  cudaFree(counts);
  return c[0] == 25 && c[3] == 25 ? 0 : 1;
}
