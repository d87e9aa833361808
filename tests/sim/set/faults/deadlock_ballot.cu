#include <cuda_runtime.h>
#include <cstdio>

// A vote in a branch that not all lanes of the mask take; the others wait at the barrier.
__global__ void compact_warp(const int* v, int* counts) {
  int t = threadIdx.x;
  unsigned votes = 0;
  if (v[t] > 10) {
    votes = __ballot_sync(0xffffffff, v[t] % 2);
  }
  __syncthreads();  // finds: deadlock
  counts[t] = __popc(votes);
}

int main() {
  int h[64], *v, *c;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  compact_warp<<<1, 64>>>(v, c);
  cudaError_t e = cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(c);
}
