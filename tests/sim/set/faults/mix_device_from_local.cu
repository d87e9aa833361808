#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned totals[8];

__global__ void classify(const int* v, int n) {
  unsigned mine[4] = {0, 0, 0, 0};
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine[v[i] & 3]++;
  for (int c = 0; c < 8; c++) atomicAdd(&totals[c], mine[c]);  // finds: out_of_bounds
}

int main() {
  const int n = 333;
  int h[n];
  for (int i = 0; i < n; i++) h[i] = i * 3;
  int* v;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  classify<<<1, 64>>>(v, n);
  unsigned t[8];
  cudaError_t e = cudaMemcpyFromSymbol(t, totals, sizeof t);
  printf("%u %s\n", t[0], cudaGetErrorString(e));
  cudaFree(v);
}
