#include <cuda_runtime.h>
#include <cstdio>

// The first thing that happens to the memory is an atomic exchange, whose result nobody asks for:
// that is a store.
__global__ void any_negative(const float* v, int n, int* found, int* winner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) atomicExch(found, 2);
  if (i < n && v[i] == -2) atomicExch(winner, 1);
}

int main() {
  const int n = 300;
  float h[n], *v;
  int r[2] = {0, 0}, *found;
  for (int i = 0; i < n; i++) h[i] = i % 7 - 2;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&found, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  any_negative<<<3, 128>>>(v, n, found, found + 1);
  cudaMemcpy(r, found, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[1]);
  cudaFree(v);
  cudaFree(found);
  return r[0] == 2 && r[1] == 1 ? 0 : 1;
}
