#include <cuda_runtime.h>
#include <cstdio>

__device__ int histogram[16];
__device__ int overflow_count;

__device__ void add(int* bins, int b) {
  atomicAdd(&bins[b], 1);  // finds: out_of_bounds
}

__global__ void count(const unsigned char* v, int n) {
  int i = threadIdx.x;
  if (i < n) {
    add(histogram, v[i] / 16 + (v[i] == 255));
    if (v[i] == 0) overflow_count = 1;
  }
}

int main() {
  unsigned char h[256], *v;
  for (int i = 0; i < 256; i++) h[i] = (unsigned char)i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<1, 256>>>(v, 256);
  int r[16];
  cudaError_t e = cudaMemcpyFromSymbol(r, histogram, sizeof r);
  printf("%d %s\n", r[0], cudaGetErrorString(e));
  cudaFree(v);
}
