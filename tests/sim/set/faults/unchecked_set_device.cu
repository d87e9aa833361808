#include <cuda_runtime.h>
#include <cstdio>

__global__ void hello(int* v) {
  v[threadIdx.x] = threadIdx.x;
}

int main() {
  int h[8], *v;
  cudaSetDevice(7);  // finds: unchecked_error
  if (cudaMalloc(&v, sizeof h) != cudaSuccess) return 1;
  hello<<<1, 8>>>(v);
  if (cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%d\n", h[7]);
  return cudaFree(v) == cudaSuccess ? 0 : 1;
}
