#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* p, int v) {
  p[threadIdx.x] = v;
}

int main() {
  const int parts = 4;
  cudaStream_t streams[parts] = {};
  int *p, h[32 * parts];
  for (int i = 0; i < parts; i++) cudaStreamCreate(&streams[i]);
  cudaMalloc(&p, sizeof h);
  for (int i = 0; i < parts; i++) fill<<<1, 32, 0, streams[i]>>>(p + 32 * i, i);
  cudaDeviceSynchronize();
  for (int i = 0; i < parts; i++) cudaStreamDestroy(streams[i]);
  cudaError_t e =
      cudaMemcpyAsync(h, p, sizeof h, cudaMemcpyDeviceToHost, streams[2]);  // finds: invalid_handle
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(p);
}
