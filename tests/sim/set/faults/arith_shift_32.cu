#include <cuda_runtime.h>
#include <cstdio>

// Mask of the lowest bits of a field; a field of 32 bits needs a shift by 32.
__global__ void extract(const unsigned* v, const int* width, unsigned* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  unsigned mask = (1u << width[i]) - 1;  // finds: undefined_arithmetic
  out[i] = v[i] & mask;
}

int main() {
  unsigned h[33], r[33], *v, *out;
  int w[33], *dw;
  for (int i = 0; i < 33; i++) h[i] = ~0u, w[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMalloc(&dw, sizeof w);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice);
  extract<<<1, 64>>>(v, dw, out, 33);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u\n", r[8]);
  cudaFree(v);
  cudaFree(out);
  cudaFree(dw);
}
