#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* p, int v) {
  p[threadIdx.x] = v;
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *p, h[32];
  cudaMalloc(&p, sizeof h);
  fill<<<1, 32, 0, stream>>>(p, 1);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  fill<<<1, 32, 0, stream>>>(p, 2);  // finds: invalid_handle
  cudaError_t e = cudaGetLastError();
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(p);
}
