#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(float* v, int n, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = x;
}

int main() {
  float* v = nullptr;
  float sum = 0, h[80];
  for (int size = 20; size <= 80; size *= 2) {
    cudaMalloc(&v, size * sizeof(float));  // finds: leak
    fill<<<3, 32>>>(v, size, size);
    cudaMemcpy(h, v, size * sizeof(float), cudaMemcpyDeviceToHost);
    sum += h[0];
  }
  cudaFree(v);
  printf("%g\n", sum);
}
