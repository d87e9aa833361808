#include <cuda_runtime.h>
#include <cstdio>

__constant__ float coarse[4] = {1, 2, 3, 4};
__constant__ float fine[8];
__device__ float result[8];

// Constant, shared, global and local memory through one generic pointer.
__device__ float sum(const float* p, int n) {
  float s = 0;
  for (const float* end = p + n; p < end; ++p) s += *p;
  return s;
}

__global__ void generic(const float* global) {
  __shared__ float shared[8];
  float local[8];
  int t = threadIdx.x;
  shared[t] = global[t];
  for (int k = 0; k < 8; k++) local[k] = k;
  __syncthreads();
  const float* choice = t % 4 == 0 ? coarse : t % 4 == 1 ? shared : t % 4 == 2 ? global : local;
  result[t] = sum(choice, t % 4 == 0 ? 4 : 8) + sum(fine, 8);
}

int main() {
  float h[8] = {1, 1, 1, 1, 1, 1, 1, 1}, *d, r[8];
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(fine, h, sizeof h);
  generic<<<1, 8>>>(d);
  cudaMemcpyFromSymbol(r, result, sizeof r);
  printf("%g %g %g %g\n", r[0], r[1], r[2], r[3]);
  cudaFree(d);
  return r[0] == 18 && r[1] == 16 && r[2] == 16 && r[3] == 36 ? 0 : 1;
}
