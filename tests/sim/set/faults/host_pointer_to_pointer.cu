#include <cuda_runtime.h>
#include <cstdio>

// The address of the pointer is passed instead of the pointer.
__global__ void fill(int** data, int n) {
  int i = threadIdx.x;
  if (i < n) {
    int* p = *data;  // finds: host_pointer
    p[i] = i;
  }
}

int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  fill<<<1, 32>>>(&d, 32);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
