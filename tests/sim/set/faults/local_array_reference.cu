#include <cuda_runtime.h>
#include <cstdio>

template <int N>
__device__ float horner(const float (&c)[N], float x) {
  float r = 0;
  for (int k = N; k >= 0; k--) r = r * x + c[k];  // finds: out_of_bounds
  return r;
}

__global__ void evaluate(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float c[4] = {1.0f, x[0], x[1], 0.5f};
  if (i < n) y[i] = horner(c, x[i]);
}

int main() {
  float h[40], *x, *y;
  for (int i = 0; i < 40; i++) h[i] = i * 0.1f;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  evaluate<<<2, 32>>>(x, y, 40);
  cudaError_t e = cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[1], cudaGetErrorString(e));
  cudaFree(x);
  cudaFree(y);
}
