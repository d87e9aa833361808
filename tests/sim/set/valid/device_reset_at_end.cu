#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* v) {
  v[threadIdx.x] = threadIdx.x;
}

// cudaDeviceReset gives back all memory of the device.
int main() {
  int h[32], *v;
  if (cudaMalloc(&v, sizeof h) != cudaSuccess) return 1;
  fill<<<1, 32>>>(v);
  if (cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%d\n", h[31]);
  return cudaDeviceReset() == cudaSuccess && h[31] == 31 ? 0 : 1;
}
