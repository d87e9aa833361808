#include <cuda_runtime.h>
#include <cstdio>

__global__ void histogram(const unsigned char* px, int n, unsigned* out) {
  __shared__ unsigned local[16];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[px[i] >> 4], 1u);  // finds: uninitialised_read
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&out[threadIdx.x], local[threadIdx.x]);  // finds: uninitialised_read
}

int main() {
  const int n = 777;
  unsigned char px[n];
  for (int i = 0; i < n; i++) px[i] = (unsigned char)i;
  unsigned char* d;
  unsigned *bins, h[16];
  cudaMalloc(&d, n);
  cudaMalloc(&bins, sizeof h);
  cudaMemset(bins, 0, sizeof h);
  cudaMemcpy(d, px, n, cudaMemcpyHostToDevice);
  histogram<<<2, 128>>>(d, n, bins);
  cudaMemcpy(h, bins, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u\n", h[0] & 1);
  cudaFree(d);
  cudaFree(bins);
}
