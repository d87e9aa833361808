#include <cuda_runtime.h>
#include <cstdio>

#define N 64
#define RADIUS 4

__global__ void stencil(const float* in, float* out) {
  __shared__ float s[N + RADIUS];  // the halo of one side was forgotten
  int t = threadIdx.x, i = blockIdx.x * N + t, n = gridDim.x * N;
  s[t + RADIUS] = in[i];
  if (t < RADIUS) {
    s[t] = in[max(i - RADIUS, 0)];
    s[t + N + RADIUS] = in[min(i + N, n - 1)];  // finds: out_of_bounds
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 2 * RADIUS; k++) sum += s[min(t + k, N + RADIUS - 1)];
  out[i] = sum;
}

int main() {
  static float h[4 * N];
  for (int i = 0; i < 4 * N; i++) h[i] = 1;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  stencil<<<4, N>>>(in, out);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[30], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
