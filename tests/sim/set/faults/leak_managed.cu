#include <cuda_runtime.h>
#include <cstdio>

__global__ void inc(int* v) {
  atomicAdd(v, 1);
}

int main() {
  int* v;
  cudaMallocManaged(&v, sizeof(int));  // finds: leak
  *v = 5;
  inc<<<1, 10>>>(v);
  cudaDeviceSynchronize();
  printf("%d\n", *v);
}
