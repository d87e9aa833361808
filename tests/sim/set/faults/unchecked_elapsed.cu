#include <cuda_runtime.h>
#include <cstdio>

__global__ void work(int* v) {
  v[threadIdx.x] = 2 * threadIdx.x;
}

int main() {
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  int* v;
  cudaMalloc(&v, 32 * sizeof(int));
  cudaEventRecord(a);
  work<<<1, 32>>>(v);
  cudaDeviceSynchronize();
  float ms = -1;
  cudaEventElapsedTime(&ms, a, b);  // finds: unchecked_error
  printf("%d\n", ms < 1000);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaFree(v);
}
