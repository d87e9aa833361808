#include <cuda_runtime.h>
#include <cstdio>

// Sums of groups of eight lanes by the width argument.
template <int W>
__device__ int group_sum(int v) {
#pragma unroll
  for (int o = W / 2; o; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o, W);
  return __shfl_sync(0xffffffffu, v, 0, W);
}

__global__ void sums(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = group_sum<8>(in[i]);
  if (i % 8 == 0) out[i / 8] = s;
}

int main() {
  int h[128], r[16], *in, *out;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sums<<<2, 64>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[15]);
  cudaFree(in);
  cudaFree(out);
  return r[0] == 28 && r[15] == 988 ? 0 : 1;
}
