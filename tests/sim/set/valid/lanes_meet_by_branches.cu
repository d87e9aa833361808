#include <cuda_runtime.h>
#include <cstdio>

// Lanes come to one shuffle in different branches, and in groups of their own to different ones.
__global__ void swap_halves(int* out) {
  const int lane = int(threadIdx.x);
  int other;
  if (lane < 16)
    other = __shfl_xor_sync(0xffffffffu, lane, 16);
  else
    other = __shfl_xor_sync(0xffffffffu, lane * 10, 16);
  if (lane < 16)
    other += __shfl_down_sync(0x0000ffffu, 1, 1, 16);
  else
    other += __shfl_up_sync(0xffff0000u, 2, 1, 16);
  out[lane] = other;
}

int main() {
  int h[32], *d;
  cudaMalloc(&d, sizeof h);
  swap_halves<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  bool right = true;
  for (int i = 0; i < 32; i++) right &= h[i] == (i < 16 ? (i + 16) * 10 + 1 : i - 16 + 2);
  printf("%d %d\n", h[0], h[31]);
  return right ? 0 : 1;
}
