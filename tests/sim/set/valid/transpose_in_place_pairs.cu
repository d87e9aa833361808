#include <cuda_runtime.h>
#include <cstdio>

// In place by pairs of tiles: each pair is one block's own.
__global__ void transpose(float* m, int n) {
  __shared__ float a[8][9], b[8][9];
  if (blockIdx.x > blockIdx.y) return;
  int x = threadIdx.x, y = threadIdx.y, ax = blockIdx.x * 8, ay = blockIdx.y * 8;
  a[y][x] = m[(ay + y) * n + ax + x];
  if (blockIdx.x != blockIdx.y) b[y][x] = m[(ax + y) * n + ay + x];
  __syncthreads();
  if (blockIdx.x != blockIdx.y) m[(ay + y) * n + ax + x] = b[x][y];
  m[(ax + y) * n + ay + x] = a[x][y];
}

int main() {
  const int n = 24;
  static float h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i;
  float* m;
  cudaMalloc(&m, sizeof h);
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  transpose<<<dim3(3, 3), dim3(8, 8)>>>(m, n);
  cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < n * n; i++) ok &= h[i % n * n + i / n] == i;
  printf("%d\n", ok);
  cudaFree(m);
  return ok ? 0 : 1;
}
