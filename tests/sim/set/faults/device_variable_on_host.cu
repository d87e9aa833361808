#include <cuda_runtime.h>
#include <cstdio>

__device__ int counter = 0;

__global__ void count_even(const int* v, int n) {
  int i = threadIdx.x;
  if (i < n && v[i] % 2 == 0) atomicAdd(&counter, 1);
}

int main() {
  int h[20], *v;
  for (int i = 0; i < 20; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  count_even<<<1, 32>>>(v, 20);
  cudaError_t e = cudaDeviceSynchronize();
  int found = counter;  // finds: device_pointer_on_host
  printf("%d %s\n", found, cudaGetErrorString(e));
  cudaFree(v);
}
