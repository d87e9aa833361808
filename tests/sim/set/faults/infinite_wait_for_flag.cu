#include <cuda_runtime.h>
#include <cstdio>

// The consumer waits for a flag that the producer sets only for odd items.
__global__ void handover(volatile int* flag, volatile int* value, int* out, int item) {
  if (threadIdx.x == 0) {
    *value = item * 3;
    __threadfence();
    if (item % 2) *flag = 1;
  } else if (threadIdx.x == 32) {
    while (*flag == 0) {  // finds: infinite_loop
    }
    __threadfence();
    *out = *value;
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 3 * sizeof(int));
  cudaMemset(d, 0, 3 * sizeof(int));
  handover<<<1, 64>>>(d, d + 1, d + 2, 6);
  cudaError_t e = cudaMemcpy(&h, d + 2, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
