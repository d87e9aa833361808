#include <cuda_runtime.h>
#include <cstdio>

// Each half of the warp waits for itself but reads what the other half has written.
__global__ void rotate(int* v) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = v[t];  // pair: shared_race
  if (t < 16)
    __syncwarp(0x0000ffffu);
  else
    __syncwarp(0xffff0000u);
  v[t] = s[(t + 8) % 32];  // pair: shared_race
}

int main() {
  int h[32], *d;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  rotate<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0] == 8);
  cudaFree(d);
}
