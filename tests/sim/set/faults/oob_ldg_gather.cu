#include <cuda_runtime.h>
#include <cstdio>

__global__ void upsample(const float* __restrict__ in, float* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 2 * n) return;
  float a = __ldg(&in[i / 2]);
  float b = __ldg(&in[i / 2 + 1]);  // finds: out_of_bounds
  out[i] = i % 2 ? 0.5f * (a + b) : a;
}

int main() {
  const int n = 48;
  float h[2 * n], *in, *out;
  for (float& v : h) v = 2;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 2 * n * sizeof(float));
  cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
  upsample<<<3, 32>>>(in, out, n);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[1], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
