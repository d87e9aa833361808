#include <cuda_runtime.h>
#include <cstdio>

// Reverses in place by pairs; and an exchange in which each thread owns what it touches.
__global__ void reverse(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
__global__ void swap_pairs(int2* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = make_int2(p[i].y, p[i].x);
}

int main() {
  const int n = 101;
  int h[n + 1], *d;
  for (int i = 0; i <= n; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<2, 32>>>(d, n);
  swap_pairs<<<2, 32>>>(reinterpret_cast<int2*>(d), (n + 1) / 2);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  cudaFree(d);
  return h[0] == 99 && h[1] == 100 ? 0 : 1;
}
