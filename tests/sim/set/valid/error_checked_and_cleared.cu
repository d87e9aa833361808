#include <cuda_runtime.h>
#include <cstdio>

__global__ void nothing() {}

// Errors that the program provokes on purpose, looks at and clears.
int main() {
  int* p = nullptr;
  cudaError_t e = cudaMalloc(&p, size_t(1) << 50);
  bool ok = e == cudaErrorMemoryAllocation;
  ok &= cudaGetLastError() == cudaErrorMemoryAllocation;
  ok &= cudaPeekAtLastError() == cudaSuccess;
  cudaStream_t s;
  ok &= cudaStreamCreate(&s) == cudaSuccess;
  nothing<<<1, 1, 0, s>>>();
  ok &= cudaGetLastError() == cudaSuccess;
  ok &= cudaStreamSynchronize(s) == cudaSuccess;
  ok &= cudaStreamQuery(s) == cudaSuccess;
  ok &= cudaStreamDestroy(s) == cudaSuccess;
  printf("%d\n", ok);
  return ok ? 0 : 1;
}
