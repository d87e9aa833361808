#include <cuda_runtime.h>
#include <cstdio>

// A block of 40 threads: the second warp has eight lanes, and its mask says so.
__global__ void warp_max(const int* v, int* out) {
  int t = threadIdx.x, lane = t % 32, lanes = min(32, int(blockDim.x) - t / 32 * 32);
  unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  int m = v[t];
  for (int o = 1; o < lanes; o *= 2) m = max(m, __shfl_xor_sync(mask, m, o));
  int all = __all_sync(mask, m >= v[t]);
  if (lane == 0) out[t / 32] = all ? m : -1;
}

int main() {
  int h[40], r[2], *v, *out;
  for (int i = 0; i < 40; i++) h[i] = (i * 7) % 41;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  warp_max<<<1, 40>>>(v, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[1]);
  cudaFree(v);
  cudaFree(out);
  return r[0] == 39 && r[1] == 40 ? 0 : 1;
}
