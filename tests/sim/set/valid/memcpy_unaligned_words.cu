#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// Reads words at any address by memcpy, as the language wants it.
__device__ unsigned load(const unsigned char* p) {
  unsigned v;
  memcpy(&v, p, sizeof v);
  return v;
}
__device__ float as_float(unsigned u) {
  float f;
  memcpy(&f, &u, 4);
  return f;
}

__global__ void parse(const unsigned char* packets, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = as_float(load(packets + 5 * i + 1));
}

int main() {
  const int n = 20;
  unsigned char h[5 * n], *d;
  float r[n], *out;
  for (int i = 0; i < n; i++) {
    float f = i * 1.25f;
    h[5 * i] = 'F';
    memcpy(h + 5 * i + 1, &f, 4);
  }
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  parse<<<1, 32>>>(d, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r[19]);
  cudaFree(d);
  cudaFree(out);
  return r[19] == 23.75f ? 0 : 1;
}
