#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void magnitude(const float2* v, float* m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = v[i];  // finds: uninitialised_read
  m[i] = sqrtf(p.x * p.x + p.y * p.y);
}

int main() {
  std::vector<float2> v(120, make_float2(3, 4));
  std::vector<float> m(v.size());
  float2* dv;
  float* dm;
  cudaMalloc(&dv, v.size() * sizeof(float2));
  cudaMalloc(&dm, m.size() * sizeof(float));
  cudaMemcpy(dv, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);  // half of it
  magnitude<<<4, 32>>>(dv, dm, (int)v.size());
  cudaMemcpy(m.data(), dm, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", m[0]);
  cudaFree(dv);
  cudaFree(dm);
}
