#include <cuda_runtime.h>
#include <cstdio>

__global__ void reverse(int* v, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = v[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = s[n - 1 - i];
}

int main() {
  const int n = 14000;  // 56000 bytes, without cudaFuncSetAttribute
  int* v;
  cudaMalloc(&v, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(int));
  reverse<<<1, 256, n * sizeof(int)>>>(v, n);  // finds: shared_size
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
}
