#include <cuda_runtime.h>
#include <cstdio>

// Multiplies by a power of two; a negative exponent should divide.
__global__ void scale(const int* exponent, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = 3 << exponent[i];  // finds: undefined_arithmetic
}

int main() {
  int h[4] = {2, 0, -1, 5}, *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 4>>>(in, out, 4);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
}
