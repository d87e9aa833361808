#include <cuda_runtime.h>
#include <cstdio>

__constant__ int bias;

__global__ void shift(int* v) {
  v[threadIdx.x] += bias;
}

static void CUDART_CB_note(void* data) {
  ++*static_cast<int*>(data);
}

int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  int h[32] = {}, *d, b = 9, notes = 0;
  cudaMalloc(&d, sizeof h);
  cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyDefault, s);
  cudaMemcpyToSymbolAsync(bias, &b, sizeof b, 0, cudaMemcpyHostToDevice, s);
  shift<<<1, 32, 0, s>>>(d);
  cudaLaunchHostFunc(s, CUDART_CB_note, &notes);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDefault, s);
  cudaStreamSynchronize(s);
  printf("%d %d\n", h[31], notes);
  cudaStreamDestroy(s);
  cudaFree(d);
  return h[31] == 9 && notes == 1 ? 0 : 1;
}
