#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned finished = 0;

__global__ void sum(const float* in, int n, volatile float* partial, float* total) {
  __shared__ float s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) v += in[i];
  s[t] = v;
  __syncthreads();
  for (int d = 32; d; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    float r = 0;
    for (unsigned b = t; b < gridDim.x; b += 64) r += partial[b];
    s[t] = r;
    __syncthreads();
    for (int d = 32; d; d >>= 1) {
      if (t < d) s[t] += s[t + d];
      __syncthreads();
    }
    if (t == 0) *total = s[0];
  }
}

int main() {
  const int n = 3000, blocks = 9;
  static float h[n];
  float r = 0, *in, *partial, *total;
  for (float& v : h) v = 0.5f;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  for (int run = 0; run < 3; run++) sum<<<blocks, 64>>>(in, n, partial, total);
  cudaMemcpy(&r, total, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(total);
  return r == 1500 ? 0 : 1;
}
