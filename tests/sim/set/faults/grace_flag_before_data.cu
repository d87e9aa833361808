#include <cuda_runtime.h>
#include <cstdio>

// The fence is there, but the flag is set before the data is written.
__global__ void handover(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) atomicExch(flag, 1);
    __threadfence();
    data[threadIdx.x] = threadIdx.x * 3;  // missed: global_race
  } else {
    if (threadIdx.x == 0) {
      for (int k = 0; k < 100 && atomicAdd(flag, 0) == 0; k++) {
      }
    }
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = data[threadIdx.x];  // missed: global_race
  }
}

int main() {
  int h[32], *d;
  cudaMalloc(&d, 65 * sizeof(int));
  cudaMemset(d, 0, 65 * sizeof(int));
  handover<<<2, 32>>>(d, d + 64, d + 32);
  cudaMemcpy(h, d + 32, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1] >= 0);
  cudaFree(d);
}
