#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* p, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = v + i;
}

int main() {
  cudaStream_t s;
  if (cudaStreamCreate(&s) != cudaSuccess) return 1;
  int h[50] = {};
  for (int round = 0; round < 3; round++) {
    int* p;
    cudaMallocAsync(&p, sizeof h, s);
    fill<<<2, 32, 0, s>>>(p, 50, round);
    cudaMemcpyAsync(h, p, sizeof h, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(p, s);
  }
  cudaStreamSynchronize(s);
  printf("%d\n", h[49]);
  cudaStreamDestroy(s);
  return h[49] == 51 ? 0 : 1;
}
