#include <cuda_runtime.h>
#include <cstdio>

__global__ void mark(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = 1;
}

static cudaError_t mark_all(int* v, int n) {
  const int block = 128;
  mark<<<n / block, block>>>(v, n);  // finds: launch_refused
  return cudaGetLastError();
}

int main() {
  int* v;
  cudaMalloc(&v, 100 * sizeof(int));
  cudaMemset(v, 0, 100 * sizeof(int));
  cudaError_t e = mark_all(v, 100);  // 100 / 128 is 0
  int h[100];
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(v);
}
