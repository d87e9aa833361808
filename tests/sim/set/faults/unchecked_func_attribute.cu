#include <cuda_runtime.h>
#include <cstdio>

__global__ void stage(int* v) {
  extern __shared__ int s[];
  s[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  int h[32], *v;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       1 << 20);  // finds: unchecked_error
  stage<<<1, 32, 128>>>(v);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(v);
}
