#include <cuda_runtime.h>
#include <cstdio>

__global__ void work(float* v) {
  v[threadIdx.x] = sinf(threadIdx.x);
}

int main() {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  float *v, ms = 0;
  cudaMalloc(&v, 64 * sizeof(float));
  cudaEventRecord(start);
  work<<<1, 64>>>(v);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventDestroy(start);
  cudaError_t e = cudaEventElapsedTime(&ms, start, stop);  // finds: invalid_handle
  printf("%s\n", cudaGetErrorString(e));
  cudaEventDestroy(stop);
  cudaFree(v);
}
