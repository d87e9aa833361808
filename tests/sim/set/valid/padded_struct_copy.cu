#include <cuda_runtime.h>
#include <cstdio>

// The padding behind the flag is never written, and goes along in copies of the whole struct.
struct Sample {
  char flag;
  double value;
  short tag;
};

__global__ void make(Sample* s, int n) {
  int i = threadIdx.x;
  if (i < n) {
    s[i].flag = 'a' + i % 26;
    s[i].value = i * 0.5;
    s[i].tag = (short)i;
  }
}
__global__ void copy_reversed(const Sample* from, Sample* to, int n) {
  int i = threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i];
}

int main() {
  const int n = 40;
  Sample *a, *b, h[n];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  make<<<1, 64>>>(a, n);
  copy_reversed<<<1, 64>>>(a, b, n);
  if (cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost)) return 1;
  printf("%c %g %d\n", h[0].flag, h[0].value, h[0].tag);
  cudaFree(a);
  cudaFree(b);
  return h[0].tag == 39 ? 0 : 1;
}
