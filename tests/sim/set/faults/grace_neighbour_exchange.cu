#include <cuda_runtime.h>
#include <cstdio>

// Two passes in one launch; __syncthreads() orders the threads of a block only.
__global__ void two_passes(const float* in, float* mid, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i] * 2;
  mid[i] = v;  // pair: global_race
  __syncthreads();
  float right = i + 1 < n ? mid[i + 1] : 0;  // pair: global_race
  out[i] = v + right;
}

int main() {
  const int n = 128;
  float h[n], *in, *mid, *out;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&mid, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemset(mid, 0, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  two_passes<<<4, 32>>>(in, mid, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[3] > 0);
  cudaFree(in);
  cudaFree(mid);
  cudaFree(out);
}
