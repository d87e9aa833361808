#include <cuda_runtime.h>
#include <cstdio>

__constant__ float taps[5];

__global__ void fir(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = 0;
  for (int k = 0; k <= 5; k++)
    if (i >= k) y += taps[k] * in[i - k];  // finds: out_of_bounds
  out[i] = y;
}

int main() {
  const int n = 77;
  float h[n], t[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
  for (int i = 0; i < n; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(taps, t, sizeof t);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  fir<<<2, 64>>>(in, out, n);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[9], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
