#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

__global__ void roots(const float* v, float* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  float x = v[i];
  assert(x >= 0);  // finds: kernel_fault
  out[i] = sqrtf(x);
}

int main() {
  float h[16], *v, *out;
  for (int i = 0; i < 16; i++) h[i] = 14.0f - i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  roots<<<1, 32>>>(v, out, 16);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(out);
}
