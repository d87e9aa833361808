#include <cuda_runtime.h>
#include <cstdio>

// Both halves of a warp go different ways, each with a mask of its own.
__global__ void halves(const int* in, int* out) {
  int lane = threadIdx.x & 31, v = in[threadIdx.x];
  if (lane < 16) {
    for (int o = 8; o; o /= 2) v += __shfl_xor_sync(0x0000ffffu, v, o);
    __syncwarp(0x0000ffffu);
  } else {
    for (int o = 8; o; o /= 2) v = max(v, __shfl_xor_sync(0xffff0000u, v, o));
  }
  __syncwarp();
  out[threadIdx.x] = v;
}

int main() {
  int h[64], *in, *out;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  halves<<<1, 64>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[16]);
  cudaFree(in);
  cudaFree(out);
  return h[0] == 120 && h[16] == 31 ? 0 : 1;
}
