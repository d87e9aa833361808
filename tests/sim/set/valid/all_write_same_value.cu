#include <cuda_runtime.h>
#include <cstdio>

// Many threads store one and the same value.
__global__ void any_negative(const float* v, int n, int* found) {
  __shared__ int here;
  here = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] < 0) here = 1;
  __syncthreads();
  if (here) *found = 1;
}

int main() {
  const int n = 300;
  float h[n], *v;
  int r = 0, *found;
  for (int i = 0; i < n; i++) h[i] = i % 7 - 2;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&found, sizeof r);
  cudaMemset(found, 0, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  any_negative<<<3, 128>>>(v, n, found);
  cudaMemcpy(&r, found, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(v);
  cudaFree(found);
  return r == 1 ? 0 : 1;
}
