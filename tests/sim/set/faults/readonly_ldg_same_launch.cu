#include <cuda_runtime.h>
#include <cstdio>

// Second step of a block's work reads by the read-only path what its first step has written.
__global__ void steps(float* v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = v[i] * 2;
  __syncthreads();
  int j = blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x);
  float other = __ldg(&v[j]);  // finds: read_only_write
  __syncthreads();
  v[i] = other + 1;
}

int main() {
  float h[128], *v;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  steps<<<2, 64>>>(v);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(v);
}
