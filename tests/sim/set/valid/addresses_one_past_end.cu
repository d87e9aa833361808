#include <cuda_runtime.h>
#include <cstdio>

__device__ int sum(const int* b, const int* e) {
  int s = 0;
  while (b < e) s += *b++;
  return s;
}

__global__ void ranges(const int* in, int* out) {
  __shared__ int s[32];
  int local[5];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 0; k < 5; k++) local[k] = t + k;
  __syncthreads();
  out[t] = sum(&s[0], &s[32]) + sum(&local[0], &local[5]) + int(&s[32] - &s[t]);
}

int main() {
  int h[32], *in, *out;
  for (int& v : h) v = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  ranges<<<1, 32>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return h[0] == 32 + 10 + 32 ? 0 : 1;
}
