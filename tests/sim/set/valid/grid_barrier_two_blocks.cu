#include <cuda_runtime.h>
#include <cstdio>

// A sense-reversing barrier over two blocks, which run at once on any card.
__device__ unsigned count = 0;
__device__ volatile unsigned sense = 0;

__device__ void grid_sync(unsigned blocks, unsigned& mine) {
  mine ^= 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&count, 1u) == blocks - 1) {
      count = 0;
      __threadfence();
      sense = mine;
    } else {
      while (sense != mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void exchange(int* a, int* b) {
  unsigned mine = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  a[i] = i;
  grid_sync(gridDim.x, mine);
  b[i] = a[n - 1 - i];
  grid_sync(gridDim.x, mine);
  a[i] = b[(i + 1) % n];
}

int main() {
  int h[64], *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  exchange<<<2, 32>>>(a, b);
  cudaError_t e = cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
  return h[0] == 62 ? 0 : 1;
}
