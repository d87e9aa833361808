#include <cuda_runtime.h>
#include <cstdio>

__global__ void transpose(double* m, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n || x == y) return;
  double t = m[y * n + x];  // pair: global_race
  m[x * n + y] = t;         // pair: global_race
}

int main() {
  const int n = 16;
  static double h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i;
  double* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  transpose<<<dim3(2, 2), dim3(8, 8)>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1] >= 0);
  cudaFree(d);
}
