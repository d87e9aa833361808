#include <cuda_runtime.h>
#include <cstdio>

__global__ void masks(unsigned* m, int* s, long long* w) {
  int l = threadIdx.x;
  m[l] = l == 31 ? 0xffffffffu : (1u << (l + 1)) - 1;
  s[l] = -1 >> l;
  w[l] = (1ll << (2 * l)) | (long long)(0x80000000u >> l);
  m[l] += __funnelshift_l(1u, 0u, 32) + (0u << 31);
}

int main() {
  unsigned m[32], *dm;
  int s[32], *ds;
  long long w[32], *dw;
  cudaMalloc(&dm, sizeof m);
  cudaMalloc(&ds, sizeof s);
  cudaMalloc(&dw, sizeof w);
  masks<<<1, 32>>>(dm, ds, dw);
  cudaMemcpy(m, dm, sizeof m, cudaMemcpyDeviceToHost);
  cudaMemcpy(s, ds, sizeof s, cudaMemcpyDeviceToHost);
  cudaMemcpy(w, dw, sizeof w, cudaMemcpyDeviceToHost);
  printf("%u %d %lld\n", m[31], s[31], w[31]);
  cudaFree(dm);
  cudaFree(ds);
  cudaFree(dw);
  return s[31] == -1 ? 0 : 1;
}
