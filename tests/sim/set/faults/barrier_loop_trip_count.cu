#include <cuda_runtime.h>
#include <cstdio>

// The trip count depends on the thread.
__global__ void tree(int* data, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int d = 1; d <= t; d *= 2) {
    int v = s[t - d];
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  __syncthreads();  // finds: divergent_barrier
  if (t < n) data[t] = s[t];
}

int main() {
  int h[64], *d;
  for (int& v : h) v = 1;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  tree<<<1, 64>>>(d, 64);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
