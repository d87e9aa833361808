#include <cuda_runtime.h>
#include <cstdio>

__global__ void set(int* p, int v) {
  *p = v;
}

int main() {
  int *d, h;
  cudaMalloc(&d, sizeof(int));
  set<<<1, 1>>>(d, 42);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  if (cudaFreeHost(d) != cudaSuccess) {  // finds: bad_free
    puts("could not free");
    cudaFree(d);
  }
}
