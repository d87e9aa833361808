#include <cuda_runtime.h>
#include <cstdio>

// A stable radix sort of one warp, bit by bit, with ballots.
__global__ void sort32(unsigned* keys) {
  __shared__ unsigned s[32];
  unsigned lane = threadIdx.x, k = keys[lane];
  for (int bit = 0; bit < 8; bit++) {
    unsigned ones = __ballot_sync(0xffffffffu, k >> bit & 1), below = (1u << lane) - 1;
    unsigned to = k >> bit & 1 ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
    s[to] = k;
    __syncwarp();
    k = s[lane];
    __syncwarp();
  }
  keys[lane] = k;
}

int main() {
  unsigned h[32], *d;
  for (int i = 0; i < 32; i++) h[i] = (i * 77) % 251;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sort32<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 1; i < 32; i++) ok &= h[i - 1] <= h[i];
  printf("%d\n", ok);
  cudaFree(d);
  return ok ? 0 : 1;
}
