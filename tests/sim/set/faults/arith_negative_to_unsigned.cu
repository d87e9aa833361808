#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned quantize(float v, float step) {
  return unsigned(v / step);  // finds: undefined_arithmetic
}

__global__ void encode(const float* in, unsigned* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = quantize(in[i], 0.25f);
}

int main() {
  const int n = 60;
  float h[n], *in;
  unsigned r[n], *out;
  for (int i = 0; i < n; i++) h[i] = i - 5.0f;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  encode<<<1, 32>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u\n", r[10]);
  cudaFree(in);
  cudaFree(out);
}
