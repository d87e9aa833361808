#include <cuda_runtime.h>
#include <cstdio>

__constant__ double coefficients[5];

__global__ void poly(const double* x, double* y, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  double v = 0;
  for (int k = 4; k >= 0; k--) v = v * x[i] + coefficients[k];
  y[i] = v;
}

int main() {
  double c[6] = {1, 2, 3, 4, 5, 6}, h[20], *x, *y;
  for (int i = 0; i < 20; i++) h[i] = i * 0.1;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaError_t e = cudaMemcpyToSymbol(coefficients, c, sizeof c);  // finds: wrong_copy
  printf("%s\n", cudaGetErrorString(e));
  poly<<<1, 32>>>(x, y, 20);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
}
