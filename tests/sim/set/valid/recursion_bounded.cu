#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned binomial(unsigned n, unsigned k) {
  if (k == 0 || k == n) return 1;
  return binomial(n - 1, k - 1) + binomial(n - 1, k);
}

__device__ int gcd(int a, int b) {
  return b == 0 ? a : gcd(b, a % b);
}

__global__ void work(unsigned* out) {
  out[threadIdx.x] = binomial(12, threadIdx.x % 13) + gcd(48, 18);
}

int main() {
  unsigned h[13], *out;
  cudaMalloc(&out, sizeof h);
  work<<<1, 13>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u\n", h[6]);
  cudaFree(out);
  return h[6] == 930 ? 0 : 1;
}
