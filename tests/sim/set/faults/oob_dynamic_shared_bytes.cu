#include <cuda_runtime.h>
#include <cstdio>

extern __shared__ double cache[];

__global__ void reverse_blocks(double* data) {
  int t = threadIdx.x, base = blockIdx.x * blockDim.x;
  cache[t] = data[base + t];  // finds: out_of_bounds
  __syncthreads();
  data[base + t] = cache[blockDim.x - 1 - t];  // finds: out_of_bounds
}

int main() {
  const int n = 192;
  double h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  double* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  const int block = 64;
  reverse_blocks<<<n / block, block, block * sizeof(float)>>>(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(d);
}
