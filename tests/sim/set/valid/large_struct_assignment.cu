#include <cuda_runtime.h>
#include <cstdio>

struct Patch {
  float v[24];
  int x, y;
};

// Whole structs between global, shared and local memory.
__global__ void reverse(const Patch* in, Patch* out, int n) {
  __shared__ Patch s[16];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t < n) {
    Patch p = s[n - 1 - t];
    p.x += p.y;
    out[t] = p;
    out[t].v[0] += out[t].v[23];
  }
}

int main() {
  const int n = 16;
  static Patch h[n];
  for (int i = 0; i < n; i++) {
    for (float& f : h[i].v) f = i;
    h[i].x = i, h[i].y = 100;
  }
  Patch *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<1, 32>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %g\n", h[0].x, h[0].v[0]);
  cudaFree(in);
  cudaFree(out);
  return h[0].x == 115 && h[0].v[0] == 30 ? 0 : 1;
}
