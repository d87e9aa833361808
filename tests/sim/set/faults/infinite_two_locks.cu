#include <cuda_runtime.h>
#include <cstdio>

// A lock that is never given back on one of the paths.
__device__ void lock(int* l) {
  while (atomicCAS(l, 0, 1) != 0) {  // finds: infinite_loop
  }
  __threadfence();
}
__device__ void unlock(int* l) {
  __threadfence();
  atomicExch(l, 0);
}

__global__ void update(int* l, int* sum, int limit) {
  if (threadIdx.x == 0) {
    for (int k = 0; k < 4; k++) {
      lock(l);
      int s = *sum;
      if (s >= limit) return;  // forgets the lock
      *sum = s + 1;
      unlock(l);
    }
  }
}

int main() {
  int* d;
  cudaMalloc(&d, 2 * sizeof(int));
  cudaMemset(d, 0, 2 * sizeof(int));
  update<<<3, 32>>>(d, d + 1, 5);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
