#include <cuda_runtime.h>
#include <cstdio>

__global__ void compact(const int* in, int n, int* out, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) {
    int slot = atomicAdd(count, 1);
    out[slot] = in[i];  // finds: out_of_bounds
  }
}

int main() {
  const int n = 256, room = 100;  // 128 are even
  int h[n], c = 0;
  for (int i = 0; i < n; i++) h[i] = i;
  int *in, *out, *count;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, room * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  compact<<<4, 64>>>(in, n, out, count);
  cudaError_t e = cudaMemcpy(&c, count, sizeof c, cudaMemcpyDeviceToHost);
  printf("%d %s\n", c, cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
}
