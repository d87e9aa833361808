#include <cuda_runtime.h>
#include <cstdio>

struct Patch {
  float v[24];
  int x, y;
};

// Copies whole structs; the last one is not there.
__global__ void shift(const Patch* in, Patch* out, int n) {
  int t = threadIdx.x;
  if (t < n) out[t] = in[t + 1];  // finds: out_of_bounds
}

int main() {
  const int n = 16;
  static Patch h[n];
  Patch *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  shift<<<1, 32>>>(in, out, n);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0].x, cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
