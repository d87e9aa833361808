#include <cuda_runtime.h>
#include <cstdio>

__global__ void reverse(int* v, int n) {
  extern __shared__ int4 memory[];
  int* s = reinterpret_cast<int*>(memory);
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = v[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = s[n - 1 - i];
}

int main() {
  const int n = 15000;  // 60000 bytes
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  int* v;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof h);
  reverse<<<1, 64, sizeof h>>>(v, n);
  cudaError_t e = cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(v);
  return h[0] == n - 1 ? 0 : 1;
}
