#include <cuda_runtime.h>
#include <cstdio>

template <typename... T>
__device__ float sum_of(T... v) {
  return (0.0f + ... + float(v));
}

template <typename Out, typename... In>
__global__ void sum_all(int n, Out* out, const In*... in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Out(sum_of(in[i]...));
}

int main() {
  const int n = 40;
  float f[n], *df;
  int k[n], *dk;
  short s[n], *ds;
  double r[n], *dr;
  for (int i = 0; i < n; i++) f[i] = 0.5f, k[i] = i, s[i] = short(-i);
  cudaMalloc(&df, sizeof f);
  cudaMalloc(&dk, sizeof k);
  cudaMalloc(&ds, sizeof s);
  cudaMalloc(&dr, sizeof r);
  cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
  cudaMemcpy(dk, k, sizeof k, cudaMemcpyHostToDevice);
  cudaMemcpy(ds, s, sizeof s, cudaMemcpyHostToDevice);
  sum_all<<<2, 32>>>(n, dr, df, dk, ds);
  cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r[39]);
  cudaFree(df);
  cudaFree(dk);
  cudaFree(ds);
  cudaFree(dr);
  return r[39] == 0.5 ? 0 : 1;
}
