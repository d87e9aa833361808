#include <cuda_runtime.h>
#include <cstdio>

// Reads a length that stands behind a tag of one byte.
__global__ void parse(const unsigned char* packets, unsigned* lengths, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  const unsigned char* p = packets + i * 8;
  unsigned length = *reinterpret_cast<const unsigned*>(p + 1);  // finds: misaligned
  lengths[i] = length;
}

int main() {
  unsigned char h[80] = {};
  unsigned char* d;
  unsigned r[10], *out;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  parse<<<1, 32>>>(d, out, 10);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u %s\n", r[0], cudaGetErrorString(e));
  cudaFree(d);
  cudaFree(out);
}
