#include <cuda_runtime.h>
#include <cstdio>

__global__ void scatter(const float* src, const int* perm, float* dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) dst[perm[i]] = src[i];  // finds: out_of_bounds
}

int main() {
  const int n = 150;
  float v[n];
  int perm[n];
  for (int i = 0; i < n; i++) v[i] = i, perm[i] = n - i;  // 1-based, as in another language
  float *src, *dst;
  int* dperm;
  cudaMalloc(&src, sizeof v);
  cudaMalloc(&dst, sizeof v);
  cudaMalloc(&dperm, sizeof perm);
  cudaMemset(dst, 0, sizeof v);
  cudaMemcpy(src, v, sizeof v, cudaMemcpyHostToDevice);
  cudaMemcpy(dperm, perm, sizeof perm, cudaMemcpyHostToDevice);
  scatter<<<3, 64>>>(src, dperm, dst, n);
  cudaError_t e = cudaMemcpy(v, dst, sizeof v, cudaMemcpyDeviceToHost);
  printf("%g %s\n", v[1], cudaGetErrorString(e));
  cudaFree(src);
  cudaFree(dst);
  cudaFree(dperm);
}
