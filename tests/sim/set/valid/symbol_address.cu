#include <cuda_runtime.h>
#include <cstdio>

__device__ int counters[8];
__device__ const float factors[3] = {0.5f, 1.5f, 2.5f};
__constant__ int bias = 3;

__global__ void bump(int* p) {
  atomicAdd(p + threadIdx.x % 8, bias);
}
__global__ void scale(float* out) {
  out[threadIdx.x] = factors[threadIdx.x] * 2;
}

int main() {
  void* p;
  size_t size = 0;
  cudaGetSymbolAddress(&p, counters);
  cudaGetSymbolSize(&size, counters);
  cudaMemset(p, 0, size);
  bump<<<1, 32>>>(static_cast<int*>(p));
  int h[8];
  cudaMemcpyFromSymbol(h, counters, sizeof h);
  int one;
  cudaMemcpyFromSymbol(&one, counters, sizeof one, 5 * sizeof(int));
  float f[3], *out;
  cudaMalloc(&out, sizeof f);
  scale<<<1, 3>>>(out);
  cudaMemcpy(f, out, sizeof f, cudaMemcpyDeviceToHost);
  printf("%zu %d %d %g\n", size, h[0], one, f[2]);
  cudaFree(out);
  return h[0] == 12 && one == 12 && f[2] == 5 ? 0 : 1;
}
