#include <cuda_runtime.h>
#include <cstdio>

// Barriers in branches and loops that all threads of a block take alike.
__global__ void phases(int* v, int mode) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 64 + t];
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
    for (int k = 0; k < mode; k++) {
      int x = s[(t + 1) % 64];
      __syncthreads();
      s[t] = x;
      __syncthreads();
    }
  } else {
    __syncthreads();
    int x = s[63 - t];
    __syncthreads();
    s[t] = x;
  }
  v[blockIdx.x * 64 + t] = s[t];
}

int main() {
  int h[128], *v;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  phases<<<2, 64>>>(v, 3);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[64]);
  cudaFree(v);
  return h[0] == 3 && h[64] == 127 ? 0 : 1;
}
