#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int* v, int x) {
  v[threadIdx.x] = x;
}

int main() {
  cudaStream_t s;
  cudaEvent_t ready;
  int* v;
  cudaStreamCreate(&s);
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  cudaMalloc(&v, 32 * sizeof(int));
  fill<<<1, 32>>>(v, 1);
  cudaEventRecord(ready);
  cudaEventDestroy(ready);
  cudaError_t e = cudaStreamWaitEvent(s, ready);  // finds: invalid_handle
  printf("%s\n", cudaGetErrorString(e));
  fill<<<1, 32, 0, s>>>(v, 2);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  cudaFree(v);
}
