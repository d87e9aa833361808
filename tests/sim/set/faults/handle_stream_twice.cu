#include <cuda_runtime.h>
#include <cstdio>

__global__ void nothing() {}

int main() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  nothing<<<1, 1, 0, a>>>();
  nothing<<<1, 1, 0, b>>>();
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaError_t e = cudaStreamDestroy(a);  // finds: invalid_handle
  printf("%s\n", cudaGetErrorString(e));
  cudaStreamDestroy(b);
}
