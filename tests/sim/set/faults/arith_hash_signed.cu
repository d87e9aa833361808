#include <cuda_runtime.h>
#include <cstdio>

__device__ int hash(const char* s, int len) {
  int h = 5381;
  for (int i = 0; i < len; i++) h = h * 33 + s[i];  // finds: undefined_arithmetic
  return h;
}

__global__ void hash_words(const char* words, int len, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = hash(words + i * len, len) & 1023;
}

int main() {
  const int n = 16, len = 12;
  char h[n * len], *d;
  int r[n], *out;
  for (int i = 0; i < n * len; i++) h[i] = char('a' + i % 26);
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  hash_words<<<1, 32>>>(d, len, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] >= 0);
  cudaFree(d);
  cudaFree(out);
}
