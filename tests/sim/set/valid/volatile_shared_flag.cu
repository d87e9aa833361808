#include <cuda_runtime.h>
#include <cstdio>

// Within a block a warp waits for another one by a flag and block fences.
__global__ void handover(int* out) {
  __shared__ volatile int ready;
  __shared__ volatile int value;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 32) {
    value = 77;
    __threadfence_block();
    ready = 1;
  } else if (threadIdx.x == 0) {
    while (!ready) {
    }
    __threadfence_block();
    *out = value;
  }
}

int main() {
  int h = 0, *out;
  cudaMalloc(&out, sizeof h);
  handover<<<1, 64>>>(out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(out);
  return h == 77 ? 0 : 1;
}
