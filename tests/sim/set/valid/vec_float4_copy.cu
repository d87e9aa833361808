#include <cuda_runtime.h>
#include <cstdio>

// Four floats at a time, the tail one by one.
__global__ void scale(const float* in, float* out, int n, float f) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, quads = n / 4;
  if (q < quads) {
    float4 v = reinterpret_cast<const float4*>(in)[q];
    v = make_float4(v.x * f, v.y * f, v.z * f, v.w * f);
    reinterpret_cast<float4*>(out)[q] = v;
  } else if (q < quads + n % 4) {
    int i = 4 * quads + (q - quads);
    out[i] = in[i] * f;
  }
}

int main() {
  const int n = 1022;
  static float h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<3, 96>>>(in, out, n, 2);
  if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%g %g\n", h[1000], h[1021]);
  cudaFree(in);
  cudaFree(out);
  return h[1021] == 2042 ? 0 : 1;
}
