#include <cuda_runtime.h>
#include <cstdio>

__global__ void negate(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = -in[i];
}

int main() {
  const int n = 70;
  int *in, *out;
  cudaHostAlloc(&in, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined);
  cudaHostAlloc(&out, n * sizeof(int), cudaHostAllocDefault);
  for (int i = 0; i < n; i++) in[i] = i;
  negate<<<3, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  int last = out[n - 1];
  printf("%d\n", last);
  cudaFreeHost(in);
  cudaFreeHost(out);
  return last == -69 ? 0 : 1;
}
