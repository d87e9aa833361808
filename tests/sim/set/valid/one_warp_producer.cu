#include <cuda_runtime.h>
#include <cstdio>

// Warp 0 leaves first; the others go on to use barriers without it.
__global__ void leave_early(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) return;
  int v = s[t - 32];
  __syncthreads();
  s[t] = v;
  __syncthreads();
  out[t] = s[t == 127 ? 32 : t + 1];
}

int main() {
  int h[128], *in, *out;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemset(out, 0, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  leave_early<<<1, 128>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[40], h[127]);
  cudaFree(in);
  cudaFree(out);
  return h[40] == 9 && h[127] == 0 ? 0 : 1;
}
