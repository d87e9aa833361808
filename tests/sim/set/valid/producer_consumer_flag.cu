#include <cuda_runtime.h>
#include <cstdio>

// Two blocks hand over an array; the smaller ticket produces.
__global__ void handover(int* data, volatile int* ready, int* ticket, int* out) {
  __shared__ int role;
  if (threadIdx.x == 0) role = atomicAdd(ticket, 1);
  __syncthreads();
  if (role == 0) {
    data[threadIdx.x] = threadIdx.x * 10;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *ready = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*ready == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  }
}

int main() {
  int h[64], *d, *flags;
  cudaMalloc(&d, 2 * sizeof h);
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  handover<<<2, 64>>>(d, flags, flags + 1, d + 64);
  cudaMemcpy(h, d + 64, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
  cudaFree(flags);
  return h[0] == 630 ? 0 : 1;
}
