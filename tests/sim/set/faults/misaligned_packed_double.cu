#include <cuda_runtime.h>
#include <cstdio>

// Records of 12 bytes: an int and a double without padding.
__global__ void totals(const unsigned char* records, double* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  const unsigned char* r = records + 12 * i;
  double price = *(const double*)(r + 4);  // finds: misaligned
  out[i] = price * *(const int*)r;
}

int main() {
  unsigned char h[12 * 10] = {};
  double r[10], *out;
  unsigned char* d;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  totals<<<1, 32>>>(d, out, 10);
  cudaError_t e = cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g %s\n", r[0], cudaGetErrorString(e));
  cudaFree(d);
  cudaFree(out);
}
