#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// One thread clears the histogram by memset while the others begin to count.
__global__ void histogram(const unsigned char* px, int n, int* bins) {
  __shared__ int s[32];
  if (threadIdx.x == 0) memset(s, 0, sizeof s);  // pair: shared_race
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&s[px[i] / 8], 1);  // pair: shared_race
  __syncthreads();
  if (threadIdx.x < 32) bins[threadIdx.x] = s[threadIdx.x];
}

int main() {
  unsigned char h[256], *px;
  int r[32], *bins;
  for (int i = 0; i < 256; i++) h[i] = (unsigned char)i;
  cudaMalloc(&px, sizeof h);
  cudaMalloc(&bins, sizeof r);
  cudaMemcpy(px, h, sizeof h, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(px, 256, bins);
  cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[31] >= 0);
  cudaFree(px);
  cudaFree(bins);
}
