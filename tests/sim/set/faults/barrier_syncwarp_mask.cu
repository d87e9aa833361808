#include <cuda_runtime.h>
#include <cstdio>

// Half of the warp waits for all of it, the other half for the block.
__global__ void split(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16) {
    __syncwarp();  // finds: deadlock
    s[t] += 1;
  }
  __syncthreads();
  out[t] = s[31 - t];
}

int main() {
  int h[32], *d;
  cudaMalloc(&d, sizeof h);
  split<<<1, 32>>>(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
