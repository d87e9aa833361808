#include <cuda_runtime.h>
#include <cstdio>

// 8 x 8 values in the registers of eight lanes, transposed with shuffles.
__global__ void transpose8(const int* in, int* out) {
  int lane = threadIdx.x;
  int r[8], t[8];
  for (int k = 0; k < 8; k++) r[k] = in[lane * 8 + k];
  for (int s = 0; s < 8; s++) {
    int from = (lane + s) & 7, mine = 0;
    for (int k = 0; k < 8; k++)
      if (k == ((lane - s) & 7)) mine = r[k];
    int got = __shfl_sync(0xffffffffu, mine, (threadIdx.x & 24) | from);
    for (int k = 0; k < 8; k++)
      if (k == from) t[k] = got;
  }
  for (int k = 0; k < 8; k++) out[lane * 8 + k] = t[k];
}

int main() {
  int h[256], r[256], *in, *out;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  transpose8<<<1, 32>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int m = 0; m < 4; m++)
    for (int i = 0; i < 64; i++) ok &= r[m * 64 + i] == h[m * 64 + i % 8 * 8 + i / 8];
  printf("%d\n", ok);
  cudaFree(in);
  cudaFree(out);
  return ok ? 0 : 1;
}
