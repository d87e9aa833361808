#include <cuda_runtime.h>
#include <cstdio>

constexpr int TILE = 16, PER = 4;

// Matrix product where each thread makes PER results of a column; acc is too small by one.
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  float acc[PER - 1] = {};
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * TILE + tx, row0 = blockIdx.y * TILE + ty * PER;
  for (int m = 0; m < n; m += TILE) {
    for (int p = 0; p < PER; p++) {
      as[ty * PER + p][tx] = a[(row0 + p) * n + m + tx];
      bs[ty * PER + p][tx] = b[(m + ty * PER + p) * n + col];
    }
    __syncthreads();
    for (int k = 0; k < TILE; k++)
      for (int p = 0; p < PER; p++)
        acc[p] += as[ty * PER + p][k] * bs[k][tx];  // finds: out_of_bounds
    __syncthreads();
  }
  for (int p = 0; p < PER - 1; p++) c[(row0 + p) * n + col] = acc[p];
}

int main() {
  const int n = 32;
  static float h[n * n];
  for (float& v : h) v = 0.5f;
  float *a, *b, *c;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(c, 0, sizeof h);
  matmul<<<dim3(2, 2), dim3(TILE, TILE / PER)>>>(a, b, c, n);
  cudaError_t e = cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[0], cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
