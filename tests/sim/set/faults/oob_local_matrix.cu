#include <cuda_runtime.h>
#include <cstdio>

// Determinants of 3x3 matrices by the rule of Sarrus, with the wrap-around forgotten.
__global__ void determinants(const float* m, float* det, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a[3][3];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) a[r][c] = m[i * 9 + r * 3 + c];
  float d = 0;
  for (int c = 0; c < 3; c++) {
    d += a[0][c] * a[1][(c + 1) % 3] * a[2][c + 2];  // finds: out_of_bounds
    d -= a[2][c] * a[1][(c + 1) % 3] * a[0][(c + 2) % 3];
  }
  det[i] = d;
}

int main() {
  const int n = 20;
  float m[n * 9], det[n];
  for (int i = 0; i < n * 9; i++) m[i] = (i % 7) - 3.0f;
  float *dm, *dd;
  cudaMalloc(&dm, sizeof m);
  cudaMalloc(&dd, sizeof det);
  cudaMemcpy(dm, m, sizeof m, cudaMemcpyHostToDevice);
  determinants<<<1, 32>>>(dm, dd, n);
  cudaError_t e = cudaMemcpy(det, dd, sizeof det, cudaMemcpyDeviceToHost);
  printf("%g %s\n", det[0], cudaGetErrorString(e));
  cudaFree(dm);
  cudaFree(dd);
}
