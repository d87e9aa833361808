#include <cuda_runtime.h>
#include <cstdio>

static int result;

__global__ void sum(const int* v, int n, int* out) {
  int s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += v[i];
  for (int o = 16; o; o /= 2) s += __shfl_down_sync(0xffffffffu, s, o);
  if (threadIdx.x == 0) *out = s;  // finds: host_pointer
}

int main() {
  int h[64], *v;
  for (int& x : h) x = 2;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(v, 64, &result);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%d %s\n", result, cudaGetErrorString(e));
  cudaFree(v);
}
