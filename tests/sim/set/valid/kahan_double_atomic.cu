#include <cuda_runtime.h>
#include <cstdio>

__global__ void sum(const float* v, int n, double* out) {
  float s = 0, c = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float y = v[i] - c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  atomicAdd(out, double(s));
}

int main() {
  const int n = 1000;
  static float h[n];
  double r = 0, *out;
  float* v;
  for (float& x : h) x = 0.125f;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(out, &r, sizeof r, cudaMemcpyHostToDevice);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<2, 64>>>(v, n, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(v);
  cudaFree(out);
  return r == 125 ? 0 : 1;
}
