#include <cuda_runtime.h>
#include <cstdio>

__global__ void count_bright(const unsigned char* px, int n, int* counts) {
  __shared__ int bright;
  if (threadIdx.x == 0) bright = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && px[i] > 100) bright++;  // finds: shared_race
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] = bright;
}

int main() {
  const int n = 256;
  unsigned char h[n];
  for (int i = 0; i < n; i++) h[i] = (unsigned char)i;
  unsigned char* px;
  int *counts, c[2];
  cudaMalloc(&px, n);
  cudaMalloc(&counts, sizeof c);
  cudaMemcpy(px, h, n, cudaMemcpyHostToDevice);
  count_bright<<<2, 128>>>(px, n, counts);
  cudaMemcpy(c, counts, sizeof c, cudaMemcpyDeviceToHost);
  printf("%d\n", c[1] == 128);
  cudaFree(px);
  cudaFree(counts);
}
