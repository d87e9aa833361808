#include <cuda_runtime.h>
#include <cstdio>

__device__ int zeros_seen;

// One thread of the grid counts in a device variable; nobody else touches it.
__global__ void scale(const int* in, int* out, int n) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < n; i += gridDim.x * blockDim.x) {
    if (first == 5 && in[i] % 2 == 0) zeros_seen += 1;
    out[i] = in[i] * 2;
  }
}

int main() {
  const int n = 512;
  static int h[n];
  int z = 0, *in, *out;
  for (int i = 0; i < n; i++) h[i] = i / 64;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(zeros_seen, &z, sizeof z);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<2, 64>>>(in, out, n);
  cudaMemcpyFromSymbol(&z, zeros_seen, sizeof z);
  printf("%d\n", z);
  cudaFree(in);
  cudaFree(out);
  return z == 4 ? 0 : 1;
}
