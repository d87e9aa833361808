#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// One thread clears and copies whole arrays, with sizes that the compiler knows; all read behind
// the barrier.
__global__ void histogram(const unsigned char* px, int n, const int* start, int* bins) {
  __shared__ int s[32], base[32];
  if (threadIdx.x == 0) memset(s, 0, sizeof s);
  if (threadIdx.x == 32) memcpy(base, start, sizeof base);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&s[px[i] / 8], 1);
  __syncthreads();
  if (threadIdx.x < 32) bins[threadIdx.x] = base[threadIdx.x] + s[threadIdx.x];
}

int main() {
  unsigned char h[256], *px;
  int r[32], *bins, *start;
  for (int i = 0; i < 256; i++) h[i] = (unsigned char)i;
  for (int i = 0; i < 32; i++) r[i] = i * 100;
  cudaMalloc(&px, sizeof h);
  cudaMalloc(&bins, sizeof r);
  cudaMalloc(&start, sizeof r);
  cudaMemcpy(px, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(start, r, sizeof r, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(px, 256, start, bins);
  cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[31]);
  cudaFree(px);
  cudaFree(bins);
  cudaFree(start);
  return r[31] == 3108 ? 0 : 1;
}
