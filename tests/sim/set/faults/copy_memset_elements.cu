#include <cuda_runtime.h>
#include <cstdio>

__global__ void tally(const int* v, int* bins, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[v[i] % 10], 1);
}

int main() {
  int h[100], r[10], *v, *bins;
  for (int i = 0; i < 100; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&bins, sizeof r);
  cudaError_t e = cudaMemset(bins, 0, sizeof h);  // finds: wrong_copy
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  cudaMemset(bins, 0, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  tally<<<1, 32>>>(v, bins, 100);
  e = cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaFree(v);
  cudaFree(bins);
}
