#include <cuda_runtime.h>
#include <cstdio>

__global__ void energy(const short* v, int n, int* out) {
  __shared__ int s[32];
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    int sq = v[i] * v[i];
    sum += sq;  // finds: undefined_arithmetic
  }
  s[threadIdx.x] = sum >> 16;
  __syncthreads();
  if (threadIdx.x == 0) {
    int t = 0;
    for (int k = 0; k < 32; k++) t += s[k];
    *out = t;
  }
}

int main() {
  const int n = 320;
  short h[n], *v;
  int r, *out;
  for (short& x : h) x = 30000;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  energy<<<1, 32>>>(v, n, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r != 0);
  cudaFree(v);
  cudaFree(out);
}
