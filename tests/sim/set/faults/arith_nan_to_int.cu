#include <cuda_runtime.h>
#include <cstdio>

// Bins of ratios; 0 / 0 is no number.
__global__ void bin(const float* a, const float* b, int* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  float ratio = a[i] / b[i];
  int k = (int)(ratio * 10);  // finds: undefined_arithmetic
  out[i] = min(max(k, 0), 9);
}

int main() {
  float h[32], *a, *b;
  int r[32], *out;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  bin<<<1, 32>>>(a, b, out, 32);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[3]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
