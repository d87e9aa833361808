#include <cuda_runtime.h>
#include <cstdio>

template <int T, int PER>
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[T][T], bs[T][T];
  float acc[PER] = {};
  int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * T + tx,
      row0 = blockIdx.y * T + ty * PER;
  for (int m = 0; m < n; m += T) {
#pragma unroll
    for (int p = 0; p < PER; p++) {
      as[ty * PER + p][tx] = a[(row0 + p) * n + m + tx];
      bs[ty * PER + p][tx] = b[(m + ty * PER + p) * n + col];
    }
    __syncthreads();
    for (int k = 0; k < T; k++) {
      float v = bs[k][tx];
#pragma unroll
      for (int p = 0; p < PER; p++) acc[p] = fmaf(as[ty * PER + p][k], v, acc[p]);
    }
    __syncthreads();
  }
  for (int p = 0; p < PER; p++) c[(row0 + p) * n + col] = acc[p];
}

int main() {
  const int n = 48;
  static float h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i % n == i / n ? 2 : 0;
  float *a, *c;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  matmul<16, 4><<<dim3(3, 3), dim3(16, 4)>>>(a, a, c, n);
  cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
  cudaFree(a);
  cudaFree(c);
  return h[0] == 4 && h[1] == 0 ? 0 : 1;
}
