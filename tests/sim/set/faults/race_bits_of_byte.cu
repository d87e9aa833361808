#include <cuda_runtime.h>
#include <cstdio>

// Packs a mask: eight threads set bits of one byte.
__global__ void pack(const int* v, unsigned char* packed, int limit) {
  __shared__ unsigned char mask[16];
  int t = threadIdx.x;
  if (t < 16) mask[t] = 0;
  __syncthreads();
  if (v[t] > limit) mask[t / 8] |= 1 << (t % 8);  // finds: shared_race
  __syncthreads();
  if (t < 16) packed[t] = mask[t];
}

int main() {
  int h[128];
  unsigned char r[16], *packed;
  for (int i = 0; i < 128; i++) h[i] = i % 10;
  int* v;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&packed, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  pack<<<1, 128>>>(v, packed, 5);
  cudaMemcpy(r, packed, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] != 0);
  cudaFree(v);
  cudaFree(packed);
}
