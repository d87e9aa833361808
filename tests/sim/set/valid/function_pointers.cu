#include <cuda_runtime.h>
#include <cstdio>

typedef float (*Operation)(float, float);
__device__ float add(float a, float b) {
  return a + b;
}
__device__ float mul(float a, float b) {
  return a * b;
}
__device__ float sub(float a, float b) {
  return a - b;
}
__device__ Operation table[3] = {add, mul, sub};

__global__ void apply(float* v, int n) {
  int i = threadIdx.x;
  if (i < n) v[i] = table[i % 3](v[i], 2.0f);
}

int main() {
  float h[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, *v;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  apply<<<1, 32>>>(v, 9);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", h[0], h[1], h[2]);
  cudaFree(v);
  return h[0] == 3 && h[1] == 4 && h[2] == 1 ? 0 : 1;
}
