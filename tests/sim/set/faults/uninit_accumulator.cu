#include <cuda_runtime.h>
#include <cstdio>

// y += A x; y is never set to zero.
__global__ void gemv(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float dot = 0;
  for (int c = 0; c < cols; ++c) dot += a[r * cols + c] * x[c];
  y[r] += dot;  // finds: uninitialised_read
}

int main() {
  const int rows = 40, cols = 12;
  float a[rows * cols], x[cols], y[rows];
  for (float& v : a) v = 0.5f;
  for (float& v : x) v = 2.0f;
  float *da, *dx, *dy;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&dx, sizeof x);
  cudaMalloc(&dy, sizeof y);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  gemv<<<2, 32>>>(da, dx, dy, rows, cols);
  cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
  printf("%d\n", y[0] > 0);
  cudaFree(da);
  cudaFree(dx);
  cudaFree(dy);
}
