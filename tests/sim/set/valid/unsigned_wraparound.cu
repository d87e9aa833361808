#include <cuda_runtime.h>
#include <cstdio>

// Unsigned arithmetic may wrap: hashes, generators and tests of ranges use it.
__device__ unsigned xorshift(unsigned& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s * 2654435769u;
}

__global__ void in_range(unsigned* out, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = i + 1;
  unsigned r = xorshift(s) % 300;
  bool inside = r - 100u < 100u;  // below 100 wraps to a large number
  if (i < unsigned(n)) out[i] = inside == (r >= 100 && r < 200);
}

int main() {
  const int n = 100;
  unsigned h[n], *out, ok = 1;
  cudaMalloc(&out, sizeof h);
  in_range<<<4, 32>>>(out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (unsigned v : h) ok &= v;
  printf("%u\n", ok);
  cudaFree(out);
  return ok ? 0 : 1;
}
