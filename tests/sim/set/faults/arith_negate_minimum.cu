#include <cuda_runtime.h>
#include <climits>
#include <cstdio>

__global__ void magnitude(const int* in, int* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int v = in[i];
  if (v < 0) v = -v;  // finds: undefined_arithmetic
  out[i] = v;
}

int main() {
  int h[3] = {-4, INT_MIN, 9}, *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  magnitude<<<1, 3>>>(in, out, 3);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
}
