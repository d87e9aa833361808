#include <cuda_runtime.h>
#include <cstdio>

struct View {
  float* p;
  int n;
};

__global__ void fill(View v, float2 range) {
  int i = threadIdx.x;
  if (i < v.n) v.p[i] = range.x + (range.y - range.x) * i / (v.n - 1);
}

int main() {
  float h[11], *d;
  cudaMalloc(&d, sizeof h);
  fill<<<1, 32>>>({d, 11}, {0.0f, 5.0f});
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)) return 1;
  printf("%g\n", h[4]);
  cudaFree(d);
  return h[4] == 2 ? 0 : 1;
}
