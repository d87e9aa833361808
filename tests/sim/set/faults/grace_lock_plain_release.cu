#include <cuda_runtime.h>
#include <cstdio>

// The lock is given back by an ordinary store and without a fence before it.
__global__ void tally(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    bool mine = false;
    while (!mine) mine = atomicCAS(lock, 0, 1) == 0;  // finds: global_race
    __threadfence();
    *sum += blockIdx.x;  // finds: global_race
    *lock = 0;
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 2 * sizeof(int));
  cudaMemset(d, 0, 2 * sizeof(int));
  tally<<<6, 32>>>(d, d + 1);
  cudaMemcpy(&h, d + 1, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
}
