#include <cuda_runtime.h>
#include <cstdio>

__global__ void reverse(const short* in, short* out, int n) {
  __shared__ short s[100];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t < n) out[n - t] = s[t];  // finds: out_of_bounds
}

int main() {
  short h[100];
  for (int i = 0; i < 100; i++) h[i] = short(i);
  short *a, *b;
  cudaMalloc(&a, 200);
  cudaMalloc(&b, 200);
  cudaMemset(b, 0, 200);
  cudaMemcpy(a, h, 200, cudaMemcpyHostToDevice);
  reverse<<<1, 128>>>(a, b, 100);
  cudaError_t e = cudaMemcpy(h, b, 200, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h[0], cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
}
