#include <cuda_runtime.h>
#include <cstdio>

// Thread 0 waits for a flag that thread 1 sets only behind the barrier.
__global__ void wait(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (flag == 0) {  // finds: infinite_loop
    }
  }
  __syncthreads();
  if (threadIdx.x == 1) flag = 1;
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  wait<<<1, 64>>>(out);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(out);
}
