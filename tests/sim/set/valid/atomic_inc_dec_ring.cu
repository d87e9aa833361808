#include <cuda_runtime.h>
#include <cstdio>

__global__ void spread(unsigned* ring, unsigned* slots, unsigned n) {
  unsigned s = atomicInc(ring, n - 1);
  atomicAdd(&slots[s], 1u);
}
__global__ void drain(unsigned* ring, unsigned* slots, unsigned n) {
  unsigned s = atomicDec(ring + 1, n - 1) % n;
  atomicSub(&slots[s], 1u);
}

int main() {
  unsigned h[10], *d;
  cudaMalloc(&d, 12 * sizeof(unsigned));
  cudaMemset(d, 0, 12 * sizeof(unsigned));
  spread<<<4, 25>>>(d, d + 2, 10);
  drain<<<2, 25>>>(d, d + 2, 10);
  cudaMemcpy(h, d + 2, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u %u\n", h[0], h[9]);
  cudaFree(d);
  return h[0] == 5 && h[9] == 5 ? 0 : 1;
}
