#include <cuda_runtime.h>
#include <cstdio>
#include <memory>

__global__ void negate(int* p) {
  p[threadIdx.x] = -p[threadIdx.x];
}

int main() {
  int h[32];
  for (int i = 0; i < 32; i++) h[i] = i;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  negate<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  fflush(stdout);
  free(d);  // finds: bad_free
}
