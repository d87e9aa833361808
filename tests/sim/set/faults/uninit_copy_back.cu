#include <cuda_runtime.h>
#include <cstdio>

__global__ void sharpen(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = 3 * in[i] - in[i - 1] - in[i + 1];
}

int main() {
  const int n = 100;
  float h[n], r[n];
  for (int i = 0; i < n; i++) h[i] = i;
  float *in, *tmp, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&tmp, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(tmp, 0, sizeof h);
  sharpen<<<4, 32>>>(in, tmp, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);  // finds: uninitialised_read
  printf("%d\n", r[5] == 5);
  cudaFree(in);
  cudaFree(tmp);
  cudaFree(out);
}
