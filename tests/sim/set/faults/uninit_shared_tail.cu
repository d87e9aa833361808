#include <cuda_runtime.h>
#include <cstdio>

// The last block loads fewer elements than it adds up.
__global__ void sum(const int* in, int n, int* out) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) s[threadIdx.x] = in[i];
  __syncthreads();
  for (int d = 32; d; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];  // finds: uninitialised_read
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}

int main() {
  const int n = 150;
  int h[n], r = 0;
  for (int i = 0; i < n; i++) h[i] = 1;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemset(out, 0, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<3, 64>>>(in, n, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r == n);
  cudaFree(in);
  cudaFree(out);
}
