#include <cuda_runtime.h>
#include <cstdio>

__global__ void one_each(int* v, int n) {
  if (threadIdx.x < n) v[threadIdx.x] = 1;
}

int main() {
  const int n = 2000;
  int* v;
  cudaMalloc(&v, n * sizeof(int));
  one_each<<<1, n>>>(v, n);  // finds: launch_refused
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
}
