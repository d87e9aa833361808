#include <cuda_runtime.h>
#include <cstdio>

__global__ void set(int* p) {
  p[threadIdx.x] = threadIdx.x;
}

int main() {
  int* p;
  cudaHostAlloc(&p, 32 * sizeof(int), cudaHostAllocDefault);
  set<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  printf("%d\n", p[31]);
  cudaError_t e = cudaFree(p);  // finds: bad_free
  printf("%s\n", cudaGetErrorName(e));
  cudaFreeHost(p);
}
