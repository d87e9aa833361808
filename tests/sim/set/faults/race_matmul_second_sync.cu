#include <cuda_runtime.h>
#include <cstdio>

constexpr int T = 8;

__global__ void matmul(const float* A, const float* B, float* C, int n) {
  __shared__ float a[T][T], b[T][T];
  int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < n / T; m++) {
    a[threadIdx.y][threadIdx.x] = A[r * n + m * T + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(m * T + threadIdx.y) * n + c];
    __syncthreads();
    for (int k = 0; k < T; k++)
      sum += a[threadIdx.y][k] * b[k][threadIdx.x];  // finds: shared_race shared_race
  }
  C[r * n + c] = sum;
}

int main() {
  const int n = 24;
  static float h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i % 3;
  float *A, *B, *C;
  cudaMalloc(&A, sizeof h);
  cudaMalloc(&B, sizeof h);
  cudaMalloc(&C, sizeof h);
  cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof h, cudaMemcpyHostToDevice);
  matmul<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
  cudaMemcpy(h, C, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] > 0);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
}
