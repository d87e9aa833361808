#include <cuda_runtime.h>
#include <cstdio>

__global__ void add(int* v, int x) {
  v[threadIdx.x] += x;
}

int main() {
  int h[32] = {}, *v, low = 0;
  cudaStream_t s;
  cudaEvent_t e;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, low);
  cudaEventCreateWithFlags(&e, cudaEventBlockingSync);
  add<<<1, 32, 0, cudaStreamLegacy>>>(v, 1);
  add<<<1, 32, 0, 0>>>(v, 2);
  cudaDeviceSynchronize();
  add<<<1, 32, 0, cudaStreamPerThread>>>(v, 4);
  cudaEventRecord(e, cudaStreamPerThread);
  cudaStreamWaitEvent(s, e);
  add<<<1, 32, 0, s>>>(v, 8);
  cudaEventRecord(e, s);  // used again
  cudaEventSynchronize(e);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], cudaEventQuery(e) == cudaSuccess);
  cudaEventDestroy(e);
  cudaStreamDestroy(s);
  cudaFree(v);
  return h[0] == 15 ? 0 : 1;
}
