#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

__global__ void check(const int* v, int n) {
  int i = threadIdx.x;
  assert(n <= blockDim.x);
  if (i < n) {
    assert(v[i] == i);
    if (i % 8 == 0) printf("thread %d has %d (%s)\n", i, v[i], "ok");
  }
}

int main() {
  int h[20], *v;
  for (int i = 0; i < 20; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  check<<<1, 32>>>(v, 20);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
  return e;
}
