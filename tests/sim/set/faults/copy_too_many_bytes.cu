#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void sum2(const float2* v, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = v[i].x + v[i].y;
}

int main() {
  const int n = 64;
  std::vector<float2> h(n, float2{1, 2});
  std::vector<float> r(2 * n);
  float2* v;
  float* out;
  cudaMalloc(&v, n * sizeof(float2));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(v, h.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
  sum2<<<1, n>>>(v, out, n);
  cudaError_t e =
      cudaMemcpy(r.data(), out, n * sizeof(float2), cudaMemcpyDeviceToHost);  // finds: wrong_copy
  printf("%g %s\n", r[0], cudaGetErrorString(e));
  cudaFree(v);
  cudaFree(out);
}
