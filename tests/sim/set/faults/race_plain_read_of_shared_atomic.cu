#include <cuda_runtime.h>
#include <cstdio>

__global__ void count(const int* v, int n, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (threadIdx.x < n && v[threadIdx.x] > 3) atomicAdd(&found, 1);  // pair: shared_race
  out[threadIdx.x] = found;                                         // pair: shared_race
}

int main() {
  int h[64], *v, *out;
  for (int i = 0; i < 64; i++) h[i] = i % 8;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<1, 64>>>(v, 64, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[63] <= 64);
  cudaFree(v);
  cudaFree(out);
}
