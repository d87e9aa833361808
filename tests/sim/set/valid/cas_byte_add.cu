#include <cuda_runtime.h>
#include <cstdio>

// An atomic addition on one byte by atomicCAS on the word around it.
__device__ void atomic_add_byte(unsigned char* p, unsigned char v) {
  size_t a = reinterpret_cast<size_t>(p);
  unsigned* word = reinterpret_cast<unsigned*>(a & ~size_t(3));
  unsigned shift = (a & 3) * 8, old = *word, assumed;
  do {
    assumed = old;
    unsigned byte = ((assumed >> shift) + v) & 0xff;
    old = atomicCAS(word, assumed, (assumed & ~(0xffu << shift)) | (byte << shift));
  } while (assumed != old);
}

__global__ void count(const int* v, unsigned char* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_add_byte(&bins[v[i] % 7], 1);
}

int main() {
  const int n = 140;
  int h[n], *v;
  unsigned char r[8], *bins;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&bins, 8);
  cudaMemset(bins, 0, 8);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<3, 64>>>(v, bins, n);
  cudaMemcpy(r, bins, 8, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[6]);
  cudaFree(v);
  cudaFree(bins);
  return r[6] == 20 && r[7] == 0 ? 0 : 1;
}
