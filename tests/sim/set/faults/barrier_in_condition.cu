#include <cuda_runtime.h>
#include <cstdio>

__device__ void half_step(int* s, int t) {
  s[t] *= 2;
  __syncthreads();
}

__global__ void work(int* data) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = data[t];
  if (t < 64) half_step(s, t);
  __syncthreads();  // finds: divergent_barrier
  data[t] = s[127 - t];
}

int main() {
  int h[128], *d;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  work<<<1, 128>>>(d);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(d);
}
