#include <cuda_runtime.h>
#include <cstdio>

// The lower half takes values from the upper half, which is not in the mask.
__global__ void fold(const int* v, int* out) {
  int t = threadIdx.x;
  int x = v[t];
  if (t < 16) {
    x += __shfl_down_sync(0x0000ffff, x, 16);  // finds: shuffle_inactive_lane
    out[t] = x;
  }
}

int main() {
  int h[32], r[16], *v, *out;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  fold<<<1, 32>>>(v, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0] >= 0);
  cudaFree(v);
  cudaFree(out);
}
